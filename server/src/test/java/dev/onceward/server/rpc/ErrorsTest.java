package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Reason;
import dev.onceward.v1.ErrorReason;
import io.grpc.Status.Code;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ErrorsTest {
  /** The contract's table, written out a second time. */
  private static final String TABLE =
      """
      INVALID_FIELD,          INVALID_ARGUMENT,    '',                     -1
      POLICY_UNCOVERED,       INVALID_ARGUMENT,    '',                     -1
      DIGEST_MISMATCH,        FAILED_PRECONDITION, NEW_KEY,                -1
      OPERATION_MISMATCH,     FAILED_PRECONDITION, NEW_KEY,                -1
      DIGEST_RECIPE_UNKNOWN,  FAILED_PRECONDITION, ASK_OPERATOR,           -1
      ALREADY_FAILED,         FAILED_PRECONDITION, SAME_KEY_NEW_ATTEMPT,   -1
      ALREADY_SUCCEEDED,      FAILED_PRECONDITION, SAME_KEY_NEW_ATTEMPT,   -1
      ALREADY_FINISHED,       FAILED_PRECONDITION, SAME_KEY_NEW_ATTEMPT,   -1
      LEASE_LOST,             FAILED_PRECONDITION, SAME_KEY_NEW_ATTEMPT,   -1
      FROZEN,                 FAILED_PRECONDITION, ASK_OPERATOR,           -1
      ARCHIVED,               FAILED_PRECONDITION, ASK_OPERATOR,           -1
      NOT_IN_DOUBT,           FAILED_PRECONDITION, '',                     -1
      ALREADY_RESOLVED,       FAILED_PRECONDITION, '',                     -1
      HELD,                   FAILED_PRECONDITION, ASK_OPERATOR,           -1
      STALE_CLAIM,            ABORTED,             SAME_KEY_NEW_ATTEMPT,   -1
      RESULT_CONFLICT,        ALREADY_EXISTS,      ASK_OPERATOR,           -1
      NOT_FOUND,              NOT_FOUND,           '',                     -1
      QUOTA_EXCEEDED,         RESOURCE_EXHAUSTED,  SAME_CALL,              1000
      OVERLOADED,             UNAVAILABLE,         SAME_CALL,              200
      STORE_UNAVAILABLE,      UNAVAILABLE,         SAME_CALL,              500
      CLOCK_UNTRUSTED,        UNAVAILABLE,         SAME_CALL,              1000
      OUTCOME_UNKNOWN,        UNAVAILABLE,         SAME_CALL,              100
      RECORD_CORRUPT,         DATA_LOSS,           ASK_OPERATOR,           -1
      UNAUTHENTICATED,        UNAUTHENTICATED,     ASK_OPERATOR,           -1
      PERMISSION_DENIED,      PERMISSION_DENIED,   ASK_OPERATOR,           -1
      INTERNAL,               INTERNAL,            ASK_OPERATOR,           -1
      """;

  @ParameterizedTest
  @CsvSource(textBlock = TABLE)
  void exception_ofReason_tellsCodeNextStepAndPause(
      Reason reason, Code code, String next, long retryMillis) {
    Answer.Refused refused =
        new Answer.Refused(reason, "constant text", Map.of("current_version", "7"));

    Told told = Told.by(Errors.exception(Refusal.of(refused, Scope.CALL)));

    assertThat(told.code()).isEqualTo(code);
    assertThat(told.message()).isEqualTo("constant text");
    assertThat(told.reason()).isEqualTo(reason.name());
    assertThat(told.next()).isEqualTo(next);
    assertThat(told.metadata()).containsEntry("current_version", "7");
    assertThat(told.retryMillis()).isEqualTo(retryMillis);
    assertThat(told.pushback()).isEqualTo(retryMillis < 0 ? "" : Long.toString(retryMillis));
  }

  @ParameterizedTest
  @CsvSource(textBlock = TABLE)
  void status_ofReason_isThatOfTheCall(Reason reason, Code code, String next, long retryMillis) {
    Told told = Told.by(Errors.status(Refusal.of(reason, "constant text")));

    assertThat(told.code()).isEqualTo(code);
    assertThat(told.next()).isEqualTo(next);
    assertThat(told.retryMillis()).isEqualTo(retryMillis);
  }

  @Test
  void staleClaim_ofAnOperator_hasNoNextStepButToLookAgain() {
    Answer.Refused refused =
        new Answer.Refused(Reason.STALE_CLAIM, "constant text", Map.of("current_revision", "9"));

    Told told = Told.by(Errors.exception(Refusal.of(refused, Scope.CALL)));

    assertThat(told.code()).isEqualTo(Code.ABORTED);
    assertThat(told.metadata()).containsEntry("current_revision", "9");
    assertThat(told.next()).isEmpty();
  }

  @Test
  void table_ofThisTest_hasEveryReason() {
    List<String> rows = TABLE.lines().map(row -> row.substring(0, row.indexOf(','))).toList();

    assertThat(rows)
        .containsExactly(Arrays.stream(Reason.values()).map(Enum::name).toArray(String[]::new));
  }

  @Test
  void reasons_ofDomainAndContract_areTheSame() {
    List<String> contract =
        Arrays.stream(ErrorReason.values())
            .filter(r -> r != ErrorReason.UNRECOGNIZED)
            .filter(r -> r != ErrorReason.ERROR_REASON_UNSPECIFIED)
            .map(r -> r.name().substring("ERROR_REASON_".length()))
            .toList();

    assertThat(Arrays.stream(Reason.values()).map(Enum::name)).containsExactlyElementsOf(contract);
  }

  @Test
  void refusal_ofEngineThatNamesAField_becomesAViolation() {
    Answer.Refused refused =
        new Answer.Refused(Reason.INVALID_FIELD, "too many", Map.of("field", "references"));

    Told call = Told.by(Errors.exception(Refusal.of(refused, Scope.CALL)));
    Told item = Told.by(Errors.status(Refusal.of(refused, new Scope(5, "complete"))));

    assertThat(call.fields()).containsExactly("references");
    assertThat(call.field()).isEqualTo("references");
    assertThat(item.fields()).containsExactly("items[5].complete.references");
    assertThat(item.field()).isEqualTo("items[5].complete.references");
  }
}
