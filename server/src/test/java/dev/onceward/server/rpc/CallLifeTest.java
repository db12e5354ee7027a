package dev.onceward.server.rpc;

import static dev.onceward.server.rpc.Requests.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.ListenableFuture;
import dev.onceward.server.lane.Ask;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Reason;
import dev.onceward.v1.FailureKind;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a call while the authority thinks: hang-ups, deadlines, exceptions. */
final class CallLifeTest {
  private final ScriptedAuthority authority = new ScriptedAuthority();
  private final Harness harness;

  CallLifeTest() throws IOException {
    harness = new Harness(authority);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  /** S17. */
  @Test
  void begin_whoseCallerHangsUp_isCancelled() throws InterruptedException {
    ListenableFuture<?> call = harness.futures().begin(Requests.begin().build());
    Ask ask = authority.next().ask();
    boolean before = ask.cancelled().getAsBoolean();

    call.cancel(true);

    assertThat(before).isFalse();
    Eventually.isTrue(ask.cancelled());
  }

  /** S17: what has happened is recorded, whether or not somebody waits for the answer. */
  @Test
  void completeAndFail_whoseCallerHangsUp_goOn() throws InterruptedException {
    ListenableFuture<?> complete = harness.futures().complete(Requests.complete(7).build());
    Ask completing = authority.next().ask();
    ListenableFuture<?> fail =
        harness.futures().fail(Requests.fail(7, FailureKind.FAILURE_KIND_FINAL).build());
    Ask failing = authority.next().ask();
    ListenableFuture<?> get = harness.futures().get(Requests.get().build());
    Ask getting = authority.next().ask();

    complete.cancel(true);
    fail.cancel(true);
    get.cancel(true);

    // Hang-ups of one channel arrive in order, so the others' have come once this one has.
    Eventually.isTrue(getting.cancelled());
    assertThat(completing.cancelled().getAsBoolean()).isFalse();
    assertThat(failing.cancelled().getAsBoolean()).isFalse();
  }

  @Test
  void answer_afterTheCallerHungUp_isDropped() throws InterruptedException {
    ListenableFuture<?> call = harness.futures().begin(Requests.begin().build());
    ScriptedAuthority.Asked asked = authority.next();
    call.cancel(true);
    Eventually.isTrue(asked.ask().cancelled());

    asked.answer().complete(new Answer.Refused(Reason.OVERLOADED, "gone anyway"));

    assertThat(harness.heard.calls)
        .containsExactly("onceward.v1.IdempotencyService/Begin CANCELLED");
    assertThat(harness.heard.reasons).isEmpty();
  }

  @Test
  void begin_withDeadline_waitsNoLongerThanTheAnswerNeedsToComeHome() throws InterruptedException {
    long before = System.nanoTime();
    ListenableFuture<?> call =
        harness
            .futures()
            .withDeadlineAfter(5, TimeUnit.SECONDS)
            .begin(Requests.begin().setWait(seconds(30)).build());
    Ask ask = authority.next().ask();

    assertThat(ask.waitAtMost())
        .isLessThanOrEqualTo(Duration.ofMillis(4_800))
        .isGreaterThan(Duration.ofSeconds(2));
    assertThat(ask.deadlineNanos() - before)
        .isBetween(Duration.ofSeconds(3).toNanos(), Duration.ofSeconds(6).toNanos());
    call.cancel(true);
  }

  @Test
  void authority_thatFails_isTheServersDefect() throws InterruptedException {
    ListenableFuture<?> call = harness.futures().begin(Requests.begin().build());

    authority
        .next()
        .answer()
        .completeExceptionally(new IllegalStateException("secret of the driver"));

    assertDefect(refusalOf(call));
  }

  @Test
  void authority_thatThrows_isTheServersDefect() throws IOException {
    try (Harness broken =
        new Harness(
            ask -> {
              throw new IllegalStateException("secret of the driver");
            })) {
      assertDefect(Told.by(() -> broken.calls().begin(Requests.begin().build())));
    }
  }

  @Test
  void access_thatThrows_isTheServersDefect() throws IOException {
    try (Harness broken =
        new Harness(
            authority,
            tenant -> {
              throw new IllegalStateException("secret of the driver");
            })) {
      assertDefect(Told.by(() -> broken.calls().begin(Requests.begin().build())));
    }
  }

  @Test
  void answer_ofTheWrongKind_isTheServersDefect() throws InterruptedException {
    ListenableFuture<?> call = harness.futures().renew(Requests.renew(7).build());

    authority.next().answer().complete(new Answer.Known(Records.processing()));

    assertDefect(refusalOf(call));
  }

  @Test
  void overload_isToldWithAPause() throws InterruptedException {
    ListenableFuture<?> call = harness.futures().begin(Requests.begin().build());

    authority.next().answer().complete(new Answer.Refused(Reason.OVERLOADED, "queues are full"));

    Told told = refusalOf(call);
    assertThat(told.code()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(told.next()).isEqualTo("SAME_CALL");
    assertThat(told.retryMillis()).isEqualTo(200);
    assertThat(told.pushback()).isEqualTo("200");
  }

  private static void assertDefect(Told told) {
    assertThat(told.code()).isEqualTo(Status.Code.INTERNAL);
    assertThat(told.reason()).isEqualTo("INTERNAL");
    assertThat(told.message()).doesNotContain("secret").doesNotContain("Exception");
    assertThat(told.metadata()).containsEntry("error_id", Harness.ERROR_ID);
  }

  private static Told refusalOf(ListenableFuture<?> call) throws InterruptedException {
    try {
      call.get(10, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof StatusRuntimeException refused) {
        return Told.by(refused);
      }
      throw new AssertionError(e);
    } catch (TimeoutException e) {
      throw new AssertionError(e);
    }
    throw new AssertionError("the call was answered");
  }
}
