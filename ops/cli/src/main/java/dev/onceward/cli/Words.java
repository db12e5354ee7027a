package dev.onceward.cli;

import dev.onceward.v1.AfterArchive;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.State;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The contract's enums as words on a command line: {@code PAYLOAD_OMITTED_BY_CALLER} is {@code
 * by-caller}.
 */
final class Words {
  private Words() {}

  private static <E extends Enum<E>> E constant(E[] all, String prefix, String text) {
    // As answers print it, IN_DOUBT, will do as well.
    String word = text.toLowerCase(Locale.ROOT).replace('_', '-');
    List<E> usable =
        Arrays.stream(all)
            .filter(constant -> constant.name().startsWith(prefix))
            .filter(constant -> !constant.name().endsWith("_UNSPECIFIED"))
            .toList();
    return usable.stream()
        .filter(constant -> word(constant, prefix).equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'"
                        + text
                        + "' is none of "
                        + String.join(
                            ", ",
                            usable.stream().map(constant -> word(constant, prefix)).toList())));
  }

  private static String word(Enum<?> constant, String prefix) {
    return constant.name().substring(prefix.length()).replace('_', '-').toLowerCase(Locale.ROOT);
  }

  static final class LeaseExpiryConverter implements ITypeConverter<LeaseExpiry> {
    @Override
    public LeaseExpiry convert(String word) {
      return constant(LeaseExpiry.values(), "LEASE_EXPIRY_", word);
    }
  }

  static final class FailureKindConverter implements ITypeConverter<FailureKind> {
    @Override
    public FailureKind convert(String word) {
      return constant(FailureKind.values(), "FAILURE_KIND_", word);
    }
  }

  static final class PayloadOmittedConverter implements ITypeConverter<PayloadOmitted> {
    @Override
    public PayloadOmitted convert(String word) {
      return constant(PayloadOmitted.values(), "PAYLOAD_OMITTED_", word);
    }
  }

  static final class StateConverter implements ITypeConverter<State> {
    @Override
    public State convert(String word) {
      return constant(State.values(), "STATE_", word);
    }
  }

  static final class AfterArchiveConverter implements ITypeConverter<AfterArchive> {
    @Override
    public AfterArchive convert(String word) {
      return constant(AfterArchive.values(), "AFTER_ARCHIVE_", word);
    }
  }
}
