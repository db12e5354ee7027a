package dev.onceward.server;

import dev.onceward.server.kv.Attempts;
import dev.onceward.server.kv.Causes;
import dev.onceward.server.kv.RunLimits;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.Tenancy;
import dev.onceward.server.record.TenancyChange;
import dev.onceward.server.record.Terms;
import dev.onceward.server.rpc.Operations;
import dev.onceward.server.store.Audit;
import dev.onceward.server.store.AuditStep;
import dev.onceward.server.store.CorruptRowException;
import dev.onceward.server.store.Counts;
import dev.onceward.server.store.Judge;
import dev.onceward.server.store.Layout;
import dev.onceward.server.store.Listing;
import dev.onceward.server.store.Page;
import dev.onceward.server.store.References;
import dev.onceward.server.store.TenancyStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/**
 * Whoever does what operators ask beside their commands about one record: each errand is a
 * transaction of its own. What only looks yields to the calls; what changes something does not.
 * Thread-safe.
 */
final class OperatorDesk implements Operations {
  private final Runners runners;
  private final InstantSource wall;
  private final Judge judge;
  private final TenancyStore tenancies;
  private final Counts counts;
  private final Listing listing;
  private final References references;
  private final Audit audit;

  OperatorDesk(Runners runners, InstantSource wall, Layout layout, Judge judge) {
    this.runners = runners;
    this.wall = wall;
    this.judge = judge;
    this.tenancies = new TenancyStore(layout);
    this.counts = new Counts(layout);
    this.listing = new Listing(layout, judge);
    this.references = new References(layout, judge);
    this.audit = new Audit(layout);
  }

  @Override
  public CompletableFuture<Tenancy> tenancy(String tenant, Duration within) {
    return told(
        runners
            .calls()
            .run(
                Attempts.of(transaction -> tenancies.read(transaction, tenant)),
                RunLimits.within(within)),
        Reason.STORE_UNAVAILABLE);
  }

  @Override
  public CompletableFuture<Tenancy> change(String tenant, TenancyChange change, Duration within) {
    return told(
        runners
            .calls()
            .run(
                past -> {
                  Judge.Moment moment = judge.moment(wall.instant());
                  return transaction ->
                      tenancies.change(
                          transaction, tenant, before -> changed(change, moment, before));
                },
                RunLimits.within(within)),
        Reason.OUTCOME_UNKNOWN);
  }

  private Tenancy changed(TenancyChange change, Judge.Moment moment, Tenancy before) {
    Terms terms = judge.terms(moment, 0, before);
    Answer.Refused refusal = change.refusal(terms);
    if (refusal != null) {
      throw new RefusedException(refusal);
    }
    return change.appliedTo(terms);
  }

  @Override
  public CompletableFuture<Counted> count(String tenant, Duration within) {
    Instant asOf = wall.instant();
    return look(within, (transaction, moment) -> counts.of(transaction, tenant))
        .thenApply(count -> new Counted(count, asOf));
  }

  @Override
  public CompletableFuture<Page<Record>> list(StateQuery asked, Duration within) {
    Instant notAfter = wall.instant().minus(asked.olderThan());
    Listing.Query query = new Listing.Query(asked.state(), asked.tenant(), notAfter, asked.size());
    return look(
        within, (transaction, moment) -> listing.page(transaction, query, moment, asked.token()));
  }

  @Override
  public CompletableFuture<Page<References.Found>> find(ReferenceQuery asked, Duration within) {
    return look(
        within,
        (transaction, moment) ->
            references.page(
                transaction, asked.tenant(), asked.reference(), asked.window(), moment));
  }

  @Override
  public CompletableFuture<AuditStep> audit(Audit.Request request, Duration within) {
    return told(
        runners
            .background()
            .run(
                Attempts.of(transaction -> audit.step(transaction, request)),
                RunLimits.within(within)),
        request.repair() ? Reason.OUTCOME_UNKNOWN : Reason.STORE_UNAVAILABLE);
  }

  @Override
  public int bucketCount() {
    return audit.bucketCount();
  }

  private <T> CompletableFuture<T> look(
      Duration within, BiFunction<Transaction, Judge.Moment, CompletableFuture<T>> body) {
    return told(
        runners
            .background()
            .run(
                past -> {
                  Judge.Moment moment = judge.moment(wall.instant());
                  return transaction -> body.apply(transaction, moment);
                },
                RunLimits.within(within)),
        Reason.STORE_UNAVAILABLE);
  }

  /**
   * The same in an operator's words.
   *
   * @param doubt what to say where the transaction may have been committed
   */
  private static <T> CompletableFuture<T> told(CompletableFuture<T> run, Reason doubt) {
    return run.exceptionallyCompose(
        failure -> CompletableFuture.failedFuture(inWords(Causes.of(failure), doubt)));
  }

  private static Throwable inWords(Throwable failure, Reason doubt) {
    if (failure instanceof StoreException store) {
      return switch (store.kind()) {
        case CONFLICT, UNAVAILABLE ->
            refused(Reason.STORE_UNAVAILABLE, "the store did not answer in time");
        case MAYBE_COMMITTED, MAYBE_LATER ->
            refused(doubt, "the change may or may not have been stored");
        case INVALID -> refused(Reason.INTERNAL, "the transaction failed; see the log");
      };
    }
    if (failure instanceof CorruptRowException) {
      return refused(Reason.RECORD_CORRUPT, "a stored row cannot be read; it is kept as it is");
    }
    if (failure instanceof TenancyStore.TooLargeException) {
      return refused("key_prefixes", failure.getMessage() + ": freeze shorter ones");
    }
    return failure instanceof IllegalArgumentException
        ? refused("page_token", "is none that this store gave out: begin without one")
        : failure;
  }

  private static RefusedException refused(Reason reason, String message) {
    return new RefusedException(new Answer.Refused(reason, message));
  }

  private static RefusedException refused(String field, String message) {
    return new RefusedException(
        new Answer.Refused(Reason.INVALID_FIELD, message, Map.of("field", field)));
  }
}
