package dev.onceward.server.rpc;

import dev.onceward.server.lane.Ask;
import dev.onceward.server.lane.Authority;
import dev.onceward.server.record.Aging;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Evidence;
import dev.onceward.server.record.Outcome;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.Tenancy;
import dev.onceward.server.record.Terms;
import dev.onceward.server.record.Transitions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The rules over a map: answers at once, never waits. Its clock is moved by hand. */
final class MemoryAuthority implements Authority {
  private final Map<RecordKey, Evidence> records = new LinkedHashMap<>();
  private final Map<String, Tenancy> tenancies = new HashMap<>();
  private final List<Ask> asks = new ArrayList<>();
  private Instant now = Instant.parse("2026-03-01T20:14:00Z");

  @Override
  public synchronized CompletableFuture<Answer> ask(Ask ask) {
    asks.add(ask);
    RecordKey key = ask.command().key();
    Terms terms = terms(key.tenant());
    Outcome outcome =
        Transitions.decide(records.getOrDefault(key, Evidence.NONE), ask.command(), terms);
    if (outcome.after() != null) {
      records.put(key, outcome.after());
    }
    return CompletableFuture.completedFuture(outcome.answer());
  }

  /** The circumstances of a decision that is made now. */
  synchronized Terms terms(String tenant) {
    Tenancy tenancy = tenancies.getOrDefault(tenant, Tenancy.DEFAULT);
    return new Terms(now, Duration.ofSeconds(3), 0, tenancy, "s-1", true);
  }

  synchronized void layDown(String tenant, Tenancy tenancy) {
    tenancies.put(tenant, tenancy);
  }

  /** What anyone sees now, in the order in which it came. */
  synchronized Map<RecordKey, Evidence> seen() {
    Map<RecordKey, Evidence> seen = new LinkedHashMap<>();
    records.forEach((key, found) -> seen.put(key, Aging.seen(found, terms(key.tenant()))));
    return seen;
  }

  synchronized void pass(Duration time) {
    now = now.plus(time);
  }

  /** What was asked so far, in order. */
  synchronized List<Ask> asks() {
    return List.copyOf(asks);
  }
}
