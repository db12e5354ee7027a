package dev.onceward.server.rpc;

import dev.onceward.server.record.Reason;
import io.grpc.Context;
import io.grpc.Deadline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The way of an operator's errand from end to end: its fields, the caller's right, the work, the
 * response. Thread-safe; never blocks.
 */
final class Errands {
  private final Operations operations;
  private final Defects defects;
  private final RpcObserver observer;

  Errands(Operations operations, Instruments instruments) {
    this.operations = operations;
    this.defects = instruments.defects();
    this.observer = instruments.observer();
  }

  /** Answers one request of {@code caller}. {@code receiver} is told at once or later. */
  <Q, R> void run(Errand.Reader<Q, R> reader, Q request, Caller caller, Receiver<R> receiver) {
    try {
      FieldChecks checks = new FieldChecks(receiver.scope());
      Errand<R> errand = reader.read(request, checks);
      if (errand == null) {
        refuse(checks.refusal(), receiver);
      } else if (!errand.right().test(caller)) {
        refuse(
            Refusal.of(
                Reason.PERMISSION_DENIED, "the credentials do not cover this tenant or call"),
            receiver);
      } else {
        work(errand, caller, receiver);
      }
    } catch (RuntimeException e) {
      refuse(refusal(e, receiver.scope()), receiver);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // it always completes normally: settle() sees to it
  private <R> void work(Errand<R> errand, Caller caller, Receiver<R> receiver) {
    Deadline deadline = Context.current().getDeadline();
    CompletableFuture<R> response = errand.work().run(operations, caller, Asks.within(deadline));
    response.whenComplete((value, thrown) -> settle(receiver, value, thrown));
  }

  private <R> void settle(Receiver<R> receiver, @Nullable R value, @Nullable Throwable thrown) {
    try {
      if (value == null) {
        refuse(refusal(thrown, receiver.scope()), receiver);
      } else {
        receiver.answered(value);
      }
    } catch (RuntimeException e) {
      // The receiver itself failed, so there is nobody left to tell but the log.
      defects.report(e);
    }
  }

  private Refusal refusal(@Nullable Throwable thrown, Scope scope) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    return cause instanceof Operations.RefusedException refused
        ? Refusal.of(refused.refused(), scope)
        : defects.refusal(thrown);
  }

  private void refuse(Refusal refusal, Receiver<?> receiver) {
    observer.refused(refusal.reason());
    receiver.refused(refusal);
  }
}
