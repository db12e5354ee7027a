package dev.onceward.server.rpc;

import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Archived;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Evidence;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.record.Tenancy;
import dev.onceward.server.record.TenancyChange;
import dev.onceward.server.record.Terms;
import dev.onceward.server.store.Audit;
import dev.onceward.server.store.AuditStep;
import dev.onceward.server.store.Counts;
import dev.onceward.server.store.Difference;
import dev.onceward.server.store.Page;
import dev.onceward.server.store.References;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Operations on what a {@link MemoryAuthority} holds. Pages are counted, not placed. */
final class MemoryOperations implements Operations {
  static final int BUCKETS = 4;

  final List<Audit.Request> audits = new ArrayList<>();
  final List<Duration> limits = new ArrayList<>();
  private final MemoryAuthority authority;

  MemoryOperations(MemoryAuthority authority) {
    this.authority = authority;
  }

  @Override
  public CompletableFuture<Tenancy> tenancy(String tenant, Duration within) {
    limits.add(within);
    return CompletableFuture.completedFuture(authority.terms(tenant).tenancy());
  }

  @Override
  public CompletableFuture<Tenancy> change(String tenant, TenancyChange change, Duration within) {
    Terms terms = authority.terms(tenant);
    Answer.Refused refused = change.refusal(terms);
    if (refused != null) {
      return CompletableFuture.failedFuture(new RefusedException(refused));
    }
    Tenancy after = change.appliedTo(terms);
    authority.layDown(tenant, after);
    return CompletableFuture.completedFuture(after);
  }

  @Override
  public CompletableFuture<Counted> count(String tenant, Duration within) {
    Map<State, Long> states = new EnumMap<>(State.class);
    long archived = 0;
    for (Evidence found : of(tenant).values()) {
      Record record = found.online();
      if (record != null) {
        states.merge(record.state(), 1L, Long::sum);
      }
      archived += found.filed() == null ? 0 : 1;
    }
    Instant now = authority.terms(tenant).now();
    return CompletableFuture.completedFuture(new Counted(new Counts.Count(states, archived), now));
  }

  private Map<RecordKey, Evidence> of(@Nullable String tenant) {
    Map<RecordKey, Evidence> seen = authority.seen();
    seen.keySet().removeIf(key -> tenant != null && !key.tenant().equals(tenant));
    return seen;
  }

  @Override
  public CompletableFuture<Page<Record>> list(StateQuery query, Duration within) {
    List<Record> found = new ArrayList<>();
    for (Evidence evidence : of(query.tenant()).values()) {
      Record record = evidence.online();
      if (record != null && record.state() == query.state()) {
        Instant now = authority.terms(record.key().tenant()).now();
        if (!record.stateSince().isAfter(now.minus(query.olderThan()))) {
          found.add(record);
        }
      }
    }
    return page(found, query.size(), query.token());
  }

  @Override
  public CompletableFuture<Page<References.Found>> find(ReferenceQuery query, Duration within) {
    List<References.Found> found = new ArrayList<>();
    of(query.tenant())
        .forEach(
            (key, evidence) -> {
              Record record = evidence.online();
              Archived filed = evidence.filed();
              if (record != null && record.references().contains(query.reference())) {
                found.add(new References.Found.Online(record));
              } else if (filed != null && filed.references().contains(query.reference())) {
                found.add(new References.Found.Filed(key.tenant(), hash(key), filed));
              }
            });
    return page(found, query.window().size(), query.window().token());
  }

  static Bytes hash(RecordKey key) {
    Bytes text = Bytes.wrap(key.key().getBytes(StandardCharsets.UTF_8));
    return Bytes.wrap(Arrays.copyOf(Payload.sha256(text).array(), 16));
  }

  private static <T> CompletableFuture<Page<T>> page(List<T> all, int size, @Nullable Bytes token) {
    int from = token == null ? 0 : token.array()[0];
    int to = Math.min(all.size(), from + size);
    Bytes next = to == all.size() ? null : Bytes.wrap(new byte[] {(byte) to});
    return CompletableFuture.completedFuture(new Page<>(all.subList(from, to), next));
  }

  /** Finds in bucket 1 a row too many, and has no more than two steps in each. */
  @Override
  public CompletableFuture<AuditStep> audit(Audit.Request request, Duration within) {
    audits.add(request);
    boolean first = request.place().equals(AuditStep.Place.FIRST);
    AuditStep.Place next =
        first ? new AuditStep.Place(AuditStep.Part.DUE, Bytes.wrap(new byte[] {7})) : null;
    List<Difference> found =
        request.bucket() == 1 && first
            ? List.of(new Difference(Difference.Kind.STRAY, "due row of tickets, K-8842"))
            : List.of();
    int repaired = request.repair() ? found.size() : 0;
    return CompletableFuture.completedFuture(new AuditStep(3, 5, found, repaired, next));
  }

  @Override
  public int bucketCount() {
    return BUCKETS;
  }
}
