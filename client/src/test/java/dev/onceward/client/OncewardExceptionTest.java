package dev.onceward.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.rpc.BadRequest;
import com.google.rpc.BadRequest.FieldViolation;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import dev.onceward.v1.ErrorReason;
import dev.onceward.v1.NextStep;
import io.grpc.Status.Code;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class OncewardExceptionTest {

  @ParameterizedTest
  @EnumSource(
      value = ErrorReason.class,
      names = {"ERROR_REASON_UNSPECIFIED", "UNRECOGNIZED"},
      mode = EnumSource.Mode.EXCLUDE)
  void of_eachReason_isRead(ErrorReason reason) {
    String name = reason.name().substring("ERROR_REASON_".length());

    OncewardException refused =
        OncewardException.of(
            Refused.status(
                Code.FAILED_PRECONDITION, "said so", Refused.info(name, "NEW_KEY", Map.of())));

    assertThat(refused.reason()).isEqualTo(reason);
    assertThat(refused.code()).isEqualTo(Code.FAILED_PRECONDITION);
    assertThat(refused.nextStep()).isEqualTo(NextStep.NEXT_STEP_NEW_KEY);
    assertThat(refused).hasMessage(name + ": said so");
  }

  @Test
  void of_staleClaim_tellsCurrentVersion() {
    OncewardException refused =
        OncewardException.of(
            Refused.status(
                Code.ABORTED,
                "another version holds the key",
                Refused.info("STALE_CLAIM", "UNSPECIFIED", Map.of("current_version", "42"))));

    assertThat(refused.currentVersion()).hasValue(42);
    assertThat(refused.metadata()).containsEntry("current_version", "42");
    assertThat(refused.nextStep()).isEqualTo(NextStep.NEXT_STEP_UNSPECIFIED);
  }

  @Test
  void of_damagedVersion_isAbsent() {
    assertThat(
            OncewardException.of(
                    Refused.status(
                        Code.ABORTED,
                        "",
                        Refused.info("STALE_CLAIM", "", Map.of("current_version", "new"))))
                .currentVersion())
        .isEmpty();
  }

  @Test
  void of_retryInfoAndViolations_areRead() {
    OncewardException refused =
        OncewardException.of(
            Refused.status(
                Code.INVALID_ARGUMENT,
                "a field is out of its limit",
                Refused.info("INVALID_FIELD", "UNSPECIFIED", Map.of("field", "key")),
                RetryInfo.newBuilder()
                    .setRetryDelay(Duration.newBuilder().setSeconds(2).setNanos(500_000_000))
                    .build(),
                BadRequest.newBuilder()
                    .addFieldViolations(
                        FieldViolation.newBuilder().setField("key").setDescription("is empty"))
                    .build()));

    assertThat(refused.retryAfter()).contains(java.time.Duration.ofMillis(2_500));
    assertThat(refused.fieldViolations()).containsExactly(Map.entry("key", "is empty"));
  }

  @Test
  void of_unknownReason_keepsCodeTextAndMetadata() {
    OncewardException refused =
        OncewardException.of(
            Refused.status(
                Code.FAILED_PRECONDITION,
                "from a newer server",
                Refused.info("TOO_MODERN", "DANCE", Map.of("since", "2031"))));

    assertThat(refused.reason()).isEqualTo(ErrorReason.ERROR_REASON_UNSPECIFIED);
    assertThat(refused.nextStep()).isEqualTo(NextStep.NEXT_STEP_UNSPECIFIED);
    assertThat(refused.metadata()).containsEntry("since", "2031");
    assertThat(refused).hasMessage("FAILED_PRECONDITION: from a newer server");
  }

  @Test
  void of_otherDomain_isNotOurs() {
    ErrorInfo foreign =
        ErrorInfo.newBuilder().setDomain("proxy.example").setReason("NOT_FOUND").build();

    OncewardException refused =
        OncewardException.of(Refused.status(Code.NOT_FOUND, "no such route", foreign));

    assertThat(refused.reason()).isEqualTo(ErrorReason.ERROR_REASON_UNSPECIFIED);
  }

  @Test
  void of_damagedDetail_keepsStatus() {
    Any damaged =
        Any.newBuilder()
            .setTypeUrl("type.googleapis.com/google.rpc.ErrorInfo")
            .setValue(ByteString.copyFromUtf8("\u0001"))
            .build();
    Status status =
        Status.newBuilder()
            .setCode(Code.ABORTED.value())
            .setMessage("damaged")
            .addDetails(damaged)
            .build();

    assertThat(OncewardException.of(status).code()).isEqualTo(Code.ABORTED);
  }

  @ParameterizedTest
  @EnumSource(
      value = Code.class,
      names = {"UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED"})
  void of_brokenConnection_mayBeRepeated(Code code) {
    OncewardException refused =
        Refusals.of(code.toStatus().withDescription("connection lost").asRuntimeException());

    assertThat(refused.reason()).isEqualTo(ErrorReason.ERROR_REASON_UNSPECIFIED);
    assertThat(refused.nextStep()).isEqualTo(NextStep.NEXT_STEP_SAME_CALL);
    assertThat(refused).hasMessage(code + ": connection lost");
  }

  @Test
  void of_plainStatus_saysNothingMore() {
    OncewardException refused = Refusals.of(Code.PERMISSION_DENIED.toStatus().asException());

    assertThat(refused.nextStep()).isEqualTo(NextStep.NEXT_STEP_UNSPECIFIED);
    assertThat(refused.retryAfter()).isEmpty();
    assertThat(refused).hasMessage("PERMISSION_DENIED");
  }
}
