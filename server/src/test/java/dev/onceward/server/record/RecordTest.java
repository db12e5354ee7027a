package dev.onceward.server.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records, commands and payloads refuse to be what they must not be. */
final class RecordTest {

  @ParameterizedTest
  @EnumSource(Sample.class)
  void record_deadlineInTheWrongState_refused(Sample sample) {
    boolean processing = sample.record().state() == State.PROCESSING;

    refused(sample, "leaseExpiresAt", d -> d.leaseExpiresAt = processing ? null : Samples.START);
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void record_resultInTheWrongState_refused(Sample sample) {
    boolean succeeded = sample.record().state() == State.SUCCEEDED;

    refused(sample, "result", d -> d.result = succeeded ? null : Payload.EMPTY);
  }

  @ParameterizedTest
  @EnumSource(Sample.class)
  void record_tierInTheWrongState_refused(Sample sample) {
    Record.Kept kept = new Record.Kept(Tier.RETRY, Samples.START);

    refused(sample, "kept", d -> d.kept = sample.record().state().isFinal() ? null : kept);
  }

  @ParameterizedTest
  @EnumSource(
      value = Sample.class,
      names = {
        "FAILED.*",
        "PAUSED",
        "EXPIRED",
        "REJECTED",
        "EXHAUSTED",
        "FORCED",
        "RESOLVED",
        "RESOLVED_FAILED",
        "ABANDONED"
      },
      mode = EnumSource.Mode.MATCH_ANY)
  void record_failedWithoutFailure_refused(Sample sample) {
    refused(sample, "failure", d -> d.failure = null);
  }

  @Test
  void record_succeededWithFailure_refused() {
    refused(
        Sample.SUCCEEDED,
        "failure",
        d -> d.failure = Samples.failure(FailureKind.FINAL, "declined"));
  }

  private static void refused(Sample sample, String part, Consumer<RecordDraft> change) {
    RecordDraft draft = new RecordDraft(sample.record());
    change.accept(draft);

    assertThatThrownBy(draft::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(part);
  }

  @Test
  void payload_ofTheOneThatARecordCarries() {
    assertThat(Sample.WORKING.record().payload()).isNull();
    assertThat(Sample.SUCCEEDED.record().payload()).isEqualTo(Samples.payload("done"));
    assertThat(Sample.FAILED.record().payload()).isEqualTo(Payload.EMPTY);
  }

  @Test
  void withPayloadBytes_ofAResultOrAFailureElsewhere_fillsThemInAndNothingElse() {
    Payload whole = Samples.payload("done");
    Payload elsewhere =
        new Payload(null, "text/plain", whole.digest(), whole.size(), PayloadOmitted.NONE);
    RecordDraft succeeded = new RecordDraft(Sample.SUCCEEDED.record());
    succeeded.result = elsewhere;
    RecordDraft failed = new RecordDraft(Sample.REJECTED.record());
    failed.failure = new Failure(FailureKind.FINAL, "declined", "why", elsewhere, null);

    assertThat(succeeded.build(2).withPayloadBytes(Samples.bytes("done")))
        .isEqualTo(Sample.SUCCEEDED.record());
    Record filled = failed.build(2).withPayloadBytes(Samples.bytes("done"));
    failed.failure = new Failure(FailureKind.FINAL, "declined", "why", whole, null);
    assertThat(filled).isEqualTo(failed.build(2));
  }

  @Test
  void payload_bytesOfAnotherSizeOrOmittedOnesPresent_refused() {
    Bytes bytes = Samples.bytes("done");

    assertThatThrownBy(() -> new Payload(bytes, "", bytes, 3, PayloadOmitted.NONE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Payload(bytes, "", bytes, 4, PayloadOmitted.REDACTED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Payload.withheld("", bytes, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void payload_withoutItsBytes_isStillTheSame() {
    Payload whole = Samples.payload("done");
    Payload dropped = whole.without(PayloadOmitted.EXPIRED);

    assertThat(dropped.bytes()).isNull();
    assertThat(dropped.size()).isEqualTo(4);
    assertThat(dropped.sameAs(whole)).isTrue();
    assertThat(dropped.isElsewhere()).isFalse();
    assertThat(whole.sameAs(Payload.of(Samples.bytes("done"), "text/html"))).isFalse();
  }

  @Test
  void complete_afterTheRetryTier_sameResultIsStillRecognised() {
    RecordDraft draft = new RecordDraft(Sample.SUCCEEDED.record());
    draft.result = Samples.payload("done").without(PayloadOmitted.EXPIRED);
    draft.kept = new Record.Kept(Tier.REPLAY, Samples.at(5 + 14 * 86_400));
    Record expired = draft.build(3);
    long version = expired.claim().version();

    Outcome same =
        Samples.decide(expired, Samples.complete(version, "a", "done"), Samples.terms(9_000));
    Outcome other =
        Samples.decide(expired, Samples.complete(version, "a", "else"), Samples.terms(9_000));

    assertThat(same).isEqualTo(Outcome.pure(new Answer.Known(expired)));
    assertThat(Told.answer(other.answer())).isEqualTo("RESULT_CONFLICT");
  }

  @Test
  void fail_sameKindAndCode_isTheSameOnlyWithTheSamePayload() {
    Record failed = Sample.FAILED.record();
    Command.ClaimRef claim = Samples.claim(failed.claim().version(), "a");
    Payload none = Payload.EMPTY;

    assertThat(repeated(failed, claim, new Failure(FailureKind.RETRYABLE, "busy", "", none, null)))
        .isEqualTo("record");
    Payload page = Samples.payload("come back later");
    assertThat(repeated(failed, claim, new Failure(FailureKind.RETRYABLE, "busy", "", page, null)))
        .isEqualTo("ALREADY_FAILED");
  }

  private static String repeated(Record failed, Command.ClaimRef claim, Failure failure) {
    Command.Fail again = new Command.Fail(claim, failure, Duration.ZERO);
    return Told.answer(Samples.decide(failed, again, Samples.terms(10)).answer());
  }

  @Test
  void command_listsOfTheCaller_areCopied() {
    List<String> references = new ArrayList<>(List.of("O-501"));
    Command.Complete complete =
        new Command.Complete(Samples.claim(1, "a"), Payload.EMPTY, references);
    references.add("O-502");

    assertThat(complete.references()).containsExactly("O-501");
  }

  @Test
  void command_whatNoCallerMayAsk_refused() {
    Command.Begin plain = Samples.begin("a");
    Failure paused = Samples.failure(FailureKind.RETRYABLE, "busy").notBefore(Samples.START);
    Failure failure = Samples.failure(FailureKind.RETRYABLE, "busy");

    assertThatThrownBy(
            () ->
                new Command.Begin(
                    plain.key(),
                    plain.operation(),
                    List.of(),
                    plain.attemptId(),
                    plain.owner(),
                    null,
                    null,
                    null,
                    plain.labels()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Command.Fail(Samples.claim(1, "a"), paused, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> new Command.Fail(Samples.claim(1, "a"), failure, Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void failure_pauseOfAnotherKindThanRetryable_refused() {
    Failure declined = Samples.failure(FailureKind.FINAL, "declined");

    assertThatThrownBy(() -> declined.notBefore(Samples.START))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void bytes_sameContents_areEqual() {
    Bytes bytes = Samples.bytes("done");

    assertThat(bytes).isEqualTo(Samples.bytes("done")).hasSameHashCodeAs(Samples.bytes("done"));
    assertThat(bytes).isNotEqualTo(Samples.bytes("gone")).hasToString("646f6e65");
    assertThat(Bytes.wrap(new byte[0])).isSameAs(Bytes.EMPTY);
  }
}
