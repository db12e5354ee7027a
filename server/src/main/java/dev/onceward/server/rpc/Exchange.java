package dev.onceward.server.rpc;

import dev.onceward.server.lane.Authority;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Reason;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The way of one request from end to end: its fields, its authorisation, the authority's answer,
 * the response. The same for a call of its own and for an item of a Batch. Thread-safe; never
 * blocks.
 */
final class Exchange {
  private final Authority authority;
  private final Asks asks;
  private final Defects defects;
  private final RpcObserver observer;

  Exchange(Authority authority, Instruments instruments) {
    this.authority = authority;
    this.asks = new Asks(instruments.nanoTime());
    this.defects = instruments.defects();
    this.observer = instruments.observer();
  }

  /**
   * Answers one request. {@code receiver} is told at once or later, on whichever thread the
   * authority answers.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // it always completes normally: settle() sees to it
  <Q, R> void run(CallForm<Q, R> form, Q request, Inbound inbound, Receiver<R> receiver) {
    Admission admission = admit(form, request, inbound, receiver.scope());
    if (admission instanceof Question question) {
      ask(question, inbound)
          .whenComplete(
              (answer, thrown) -> {
                if (answer instanceof Answer.Refused refused
                    && inbound.cancelled().getAsBoolean()) {
                  drop(refused, receiver);
                } else {
                  settle(form, question, receiver, answer, thrown);
                }
              });
    } else if (admission instanceof Refusal refusal) {
      refuse(refusal, receiver);
    }
  }

  /** Makes requests that belong together, so that the authority may store them together. */
  void together(Runnable requests) {
    authority.together(requests);
  }

  /** Tells a refusal. */
  void refuse(Refusal refusal, Receiver<?> receiver) {
    observer.refused(refusal.reason());
    receiver.refused(refusal);
  }

  private <Q> Admission admit(CallForm<Q, ?> form, Q request, Inbound inbound, Scope scope) {
    try {
      FieldChecks checks = new FieldChecks(scope);
      Question question = form.reader().read(request, checks);
      if (question == null) {
        return checks.refusal();
      }
      // The one place where a caller's right to a tenant is asked for.
      if (!inbound.access().allows(question.command().key().tenant())) {
        return Refusal.of(
            Reason.PERMISSION_DENIED, "the credentials do not cover this tenant or call");
      }
      return question;
    } catch (RuntimeException e) {
      return defects.refusal(e);
    }
  }

  private CompletableFuture<Answer> ask(Question question, Inbound inbound) {
    try {
      return authority.ask(asks.of(question, inbound.deadline(), inbound.cancelled()));
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Ends a call whose caller has hung up: it is told nothing, so no refusal is counted. */
  private void drop(Answer.Refused refused, Receiver<?> receiver) {
    try {
      receiver.refused(Refusal.of(refused, receiver.scope()));
    } catch (RuntimeException e) {
      defects.report(e);
    }
  }

  private <R> void settle(
      CallForm<?, R> form,
      Question question,
      Receiver<R> receiver,
      @Nullable Answer answer,
      @Nullable Throwable thrown) {
    try {
      if (answer == null) {
        refuse(defects.refusal(thrown), receiver);
      } else if (answer instanceof Answer.Refused refused) {
        refuse(Refusal.of(refused, receiver.scope()), receiver);
      } else {
        answer(form, question, receiver, answer);
      }
    } catch (RuntimeException e) {
      // The receiver itself failed, so there is nobody left to tell but the log.
      defects.report(e);
    }
  }

  private <R> void answer(
      CallForm<?, R> form, Question question, Receiver<R> receiver, Answer answer) {
    R response;
    try {
      response = form.writer().write(answer, question.withPayload());
    } catch (RuntimeException e) {
      refuse(defects.refusal(e), receiver);
      return;
    }
    if (answer instanceof Answer.Begun begun) {
      observer.decided(begun.decision());
    }
    receiver.answered(response);
  }
}
