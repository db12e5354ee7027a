package dev.onceward.server.rpc;

import dev.onceward.server.lane.Ask;
import dev.onceward.server.record.Command;
import io.grpc.Deadline;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns questions into asks: how long the authority may take, and whether a caller that is gone
 * makes the question void. Thread-safe.
 */
final class Asks {
  /** What a call without a deadline gets, beside its wait. */
  static final Duration WITHOUT_DEADLINE = Duration.ofSeconds(10);

  /** How long a Complete or Fail is pursued, whatever its caller does: its effect has happened. */
  static final Duration REPORT = Duration.ofSeconds(10);

  /** What is kept of a call's deadline to bring the answer home. */
  static final Duration MARGIN = Duration.ofMillis(200);

  private static final long DEADLINE_NANOS_MAX = TimeUnit.DAYS.toNanos(1);
  private static final long ERRAND_NANOS_MAX = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier nanoTime;

  /**
   * Asks on the given clock.
   *
   * @param nanoTime the monotonic clock that {@link Ask#deadlineNanos} is on
   */
  Asks(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** The ask of a call with this deadline, if any. */
  Ask of(Question question, @Nullable Deadline deadline, BooleanSupplier cancelled) {
    long now = nanoTime.getAsLong();
    Command command = question.command();
    return switch (command.kind()) {
      case COMPLETE, FAIL ->
          new Ask(
              command, Duration.ZERO, question.withPayload(), now + REPORT.toNanos(), Asks::never);
      case BEGIN, RENEW, GET, RETAIN, HOLD, RELEASE, RESOLVE, FORCE_EXPIRE, REDACT ->
          deadline == null
              ? withoutDeadline(question, now, cancelled)
              : within(question, now, deadline.timeRemaining(TimeUnit.NANOSECONDS), cancelled);
    };
  }

  private static Ask withoutDeadline(Question question, long now, BooleanSupplier cancelled) {
    long deadline = now + WITHOUT_DEADLINE.toNanos() + question.waitAtMost().toNanos();
    return new Ask(
        question.command(), question.waitAtMost(), question.withPayload(), deadline, cancelled);
  }

  private static Ask within(
      Question question, long now, long remaining, BooleanSupplier cancelled) {
    long deadline = now + Math.min(remaining, DEADLINE_NANOS_MAX);
    return new Ask(
        question.command(),
        waiting(question.waitAtMost(), remaining),
        question.withPayload(),
        deadline,
        cancelled);
  }

  /** How long a request that is no command may take, with this deadline of its call, if any. */
  static Duration within(@Nullable Deadline deadline) {
    if (deadline == null) {
      return WITHOUT_DEADLINE;
    }
    long nanos = deadline.timeRemaining(TimeUnit.NANOSECONDS) - MARGIN.toNanos();
    return Duration.ofNanos(Math.max(1, Math.min(nanos, ERRAND_NANOS_MAX)));
  }

  private static Duration waiting(Duration asked, long remaining) {
    if (asked.isZero()) {
      return asked;
    }
    long most = Math.max(0, remaining - MARGIN.toNanos());
    return most < asked.toNanos() ? Duration.ofNanos(most) : asked;
  }

  private static boolean never() {
    return false;
  }
}
