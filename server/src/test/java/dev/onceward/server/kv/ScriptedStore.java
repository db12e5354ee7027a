package dev.onceward.server.kv;

import dev.onceward.server.kv.StoreException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/**
 * A store that runs each body and then answers as the test wrote down beforehand. Not thread-safe.
 */
final class ScriptedStore implements KeyValueStore {
  private final Queue<CompletableFuture<Void>> script = new ArrayDeque<>();
  private final List<FenceLog> attempts = new ArrayList<>();

  /** The next attempt ends in this failure. */
  ScriptedStore fails(StoreException failure) {
    script.add(CompletableFuture.failedFuture(failure));
    return this;
  }

  ScriptedStore fails(Kind kind) {
    return fails(StoreException.of(kind, "scripted", null));
  }

  ScriptedStore fails(Kind kind, int times) {
    for (int i = 0; i < times; i++) {
      fails(kind);
    }
    return this;
  }

  /** The next attempt ends well. */
  ScriptedStore commits() {
    script.add(CompletableFuture.completedFuture(null));
    return this;
  }

  /** The next attempt is answered when the test completes the returned future. */
  CompletableFuture<Void> answersLater() {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    script.add(answer);
    return answer;
  }

  /** How many attempts were made. */
  int attempts() {
    return attempts.size();
  }

  /** The keys that an attempt, counted from 0, fenced before anything else. */
  List<String> fencesOf(int attempt) {
    return attempts.get(attempt).fenced;
  }

  @Override
  public <T> CompletableFuture<T> attempt(TransactionBody<T> body) {
    FenceLog transaction = new FenceLog();
    attempts.add(transaction);
    CompletableFuture<Void> answer = script.remove();
    return body.apply(transaction).thenCompose(value -> answer.thenApply(nothing -> value));
  }

  @Override
  public Watch watch(byte[] key) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> scrub(byte[] begin, byte[] end) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}

  private static final class FenceLog implements Transaction {
    private final List<String> fenced = new ArrayList<>();

    @Override
    public void fence(byte[] key) {
      fenced.add(new String(key, StandardCharsets.UTF_8));
    }

    @Override
    public CompletableFuture<byte[]> read(byte[] key) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<List<Row>> scan(byte[] begin, byte[] end, int limit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void guard(byte[] key) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void set(byte[] key, byte[] value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void clear(byte[] key) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void add(byte[] key, long delta) {
      throw new UnsupportedOperationException();
    }
  }
}
