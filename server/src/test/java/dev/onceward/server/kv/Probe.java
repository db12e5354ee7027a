package dev.onceward.server.kv;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.onceward.server.kv.StoreException.Kind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store seen by a test: text keys under a prefix of its own, and answers awaited. */
public final class Probe {
  private static final long PATIENCE_SECONDS = 30;

  private final KeyValueStore store;
  private final String prefix;

  /** A probe of {@code store} with a fresh prefix, since the store may be a shared one. */
  public Probe(KeyValueStore store) {
    this(store, "onceward-test/" + UUID.randomUUID() + "/");
  }

  private Probe(KeyValueStore store, String prefix) {
    this.store = store;
    this.prefix = prefix;
  }

  /** The same keys in another store. */
  public Probe on(KeyValueStore other) {
    return new Probe(other, prefix);
  }

  /** The whole key of a short name. */
  public byte[] key(String name) {
    return bytes(prefix + name);
  }

  /** The short name of a whole key. */
  public String name(byte[] key) {
    return new String(key, UTF_8).substring(prefix.length());
  }

  /** Commits what {@code writes} does. */
  public void write(Consumer<Transaction> writes) {
    String done = await(attempt(writes));
    assert done.equals("done");
  }

  /** Begins an attempt that does {@code writes}. */
  public CompletableFuture<String> attempt(Consumer<Transaction> writes) {
    return store.attempt(
        tx -> {
          writes.accept(tx);
          return CompletableFuture.completedFuture("done");
        });
  }

  /** Commits one row. */
  public void set(String name, String value) {
    write(tx -> tx.set(key(name), bytes(value)));
  }

  /** Commits the removal of one row. */
  public void clear(String name) {
    write(tx -> tx.clear(key(name)));
  }

  /** A row's text as committed, or null. */
  public @Nullable String get(String name) {
    return await(store.attempt(tx -> tx.read(key(name)).thenApply(Probe::text)));
  }

  /** A counter's number as committed, or null. */
  public @Nullable Long counter(String name) {
    return await(store.attempt(tx -> tx.read(key(name)).thenApply(Probe::number)));
  }

  /** The rows from one name to another, each as {@code name=value}, in one scan. */
  public List<String> scan(String begin, String end, int limit) {
    return await(store.attempt(tx -> scan(tx, begin, end, limit)));
  }

  /** The same, within a transaction. */
  public CompletableFuture<List<String>> scan(Transaction tx, String begin, String end, int limit) {
    return tx.scan(key(begin), key(end), limit)
        .thenApply(
            rows -> rows.stream().map(row -> name(row.key()) + "=" + text(row.value())).toList());
  }

  /** Begins an attempt that goes on until the test says how it ends. */
  public Held hold() {
    Held held = new Held();
    // FoundationDB opens its snapshot at the first read, so there is one at once.
    held.result =
        store.attempt(
            tx ->
                tx.read(key("pin"))
                    .thenCompose(
                        ignored -> {
                          held.begun.complete(tx);
                          return held.end;
                        }));
    held.tx = await(held.begun);
    return held;
  }

  /** The kind of failure that a future ends with. */
  public static Kind failure(CompletableFuture<?> future) {
    Throwable error = await(future.handle((value, thrown) -> thrown));
    if (error instanceof StoreException failure) {
      return failure.kind();
    }
    throw new AssertionError("no StoreException: " + error, error);
  }

  /** A future's value. Wrapped failures are thrown as they are. */
  public static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (Causes.of(e) instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(e);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("not completed in time", e);
    }
  }

  /** UTF-8. */
  public static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  /** Text of UTF-8, or null. */
  public static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  private static @Nullable Long number(byte @Nullable [] bytes) {
    return bytes == null ? null : ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** An attempt in progress, used by the test's thread. */
  public static final class Held {
    private final CompletableFuture<Transaction> begun = new CompletableFuture<>();
    private final CompletableFuture<String> end = new CompletableFuture<>();
    private @Nullable CompletableFuture<String> result;
    private @Nullable Transaction tx;

    /** Its transaction. */
    public Transaction tx() {
      if (tx == null) {
        throw new IllegalStateException("not begun");
      }
      return tx;
    }

    /** Lets it commit. */
    public CompletableFuture<String> commit() {
      end.complete("done");
      return result();
    }

    /** Lets its body fail. */
    public CompletableFuture<String> fail(RuntimeException error) {
      end.completeExceptionally(error);
      return result();
    }

    private CompletableFuture<String> result() {
      if (result == null) {
        throw new IllegalStateException("not begun");
      }
      return result;
    }
  }
}
