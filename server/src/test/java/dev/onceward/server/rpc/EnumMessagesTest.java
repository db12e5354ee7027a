package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.record.AfterArchive;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.EventKind;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.PayloadOmitted;
import dev.onceward.server.record.State;
import dev.onceward.server.record.Tier;
import dev.onceward.server.store.Difference;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class EnumMessagesTest {
  @Test
  void enums_ofTheDomain_haveTheNamesOfTheContract() {
    assertNames("DECISION_", Decision.values(), EnumMessages::of);
    assertNames("STATE_", State.values(), EnumMessages::of);
    assertNames("LEASE_EXPIRY_", LeaseExpiry.values(), EnumMessages::of);
    assertNames("FAILURE_KIND_", FailureKind.values(), EnumMessages::of);
    assertNames("PAYLOAD_OMITTED_", PayloadOmitted.values(), EnumMessages::of);
    assertNames("TIER_", Tier.values(), EnumMessages::of);
    assertNames("EVENT_KIND_", EventKind.values(), EnumMessages::of);
    assertNames("AFTER_ARCHIVE_", AfterArchive.values(), EnumMessages::of);
    assertNames("DIFFERENCE_KIND_", Difference.Kind.values(), EnumMessages::of);
  }

  private static <E extends Enum<E>> void assertNames(
      String prefix, E[] values, Function<E, Enum<?>> message) {
    assertThat(Arrays.stream(values).map(message).map(Enum::name))
        .containsExactlyElementsOf(
            Arrays.stream(values).map(value -> prefix + value.name()).toList());
  }
}
