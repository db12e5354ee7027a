package dev.onceward.server.rpc;

import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.State;
import dev.onceward.server.record.Tenancy;
import dev.onceward.server.record.TenancyChange;
import dev.onceward.server.store.Audit;
import dev.onceward.server.store.AuditStep;
import dev.onceward.server.store.Counts;
import dev.onceward.server.store.Page;
import dev.onceward.server.store.References;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Whoever does what operators ask beside their commands about one record. Thread-safe; never blocks
 * the caller.
 *
 * <p>Each call takes how long it may last. Its future may complete on any thread; it fails with
 * {@link RefusedException} where there is no answer, and with anything else on a defect. A change
 * that is refused with OUTCOME_UNKNOWN may have been stored, with any other reason it was not. All
 * calls are safe to repeat.
 */
public interface Operations {
  /** What is laid down for a tenant. */
  CompletableFuture<Tenancy> tenancy(String tenant, Duration within);

  /** Changes what is laid down for a tenant; gives what holds from then on. */
  CompletableFuture<Tenancy> change(String tenant, TenancyChange change, Duration within);

  /** How many records a tenant has. */
  CompletableFuture<Counted> count(String tenant, Duration within);

  /** A page of records by state and age, without the bytes of large payloads. */
  CompletableFuture<Page<Record>> list(StateQuery query, Duration within);

  /** A page of what stands under a business number. */
  CompletableFuture<Page<References.Found>> find(ReferenceQuery query, Duration within);

  /** A step of an audit, which its caller may not ask beyond {@link #bucketCount}. */
  CompletableFuture<AuditStep> audit(Audit.Request request, Duration within);

  /** How many buckets the store has. */
  int bucketCount();

  /** The future of a request that is refused for one of its fields. */
  static <T> CompletableFuture<T> refused(String field, String message) {
    return CompletableFuture.failedFuture(
        new RefusedException(
            new Answer.Refused(Reason.INVALID_FIELD, message, Map.of("field", field))));
  }

  /**
   * Exact counts of one moment.
   *
   * @param asOf the server's clock, read before the store was
   */
  record Counted(Counts.Count count, Instant asOf) {}

  /**
   * Which records are looked for.
   *
   * @param tenant null for all tenants
   * @param olderThan for how long they have been in that state at least
   * @param size most records of one page
   * @param token where to begin, as the page before told; null for the first. One that is none of
   *     this store's is refused with INVALID_FIELD, field {@code page_token}
   */
  record StateQuery(
      @Nullable String tenant, State state, Duration olderThan, int size, @Nullable Bytes token) {}

  /** Which business number is looked for; the window's token as in {@link StateQuery}. */
  record ReferenceQuery(String tenant, String reference, References.Window window) {}

  /** Says why there is no answer. It has no stack trace, since nothing is broken. */
  final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Answer.Refused refused;

    /** Carries a refusal. */
    public RefusedException(Answer.Refused refused) {
      super(refused.reason() + ": " + refused.message(), null, false, false);
      this.refused = Objects.requireNonNull(refused);
    }

    /** The refusal. */
    public Answer.Refused refused() {
      return refused;
    }
  }
}
