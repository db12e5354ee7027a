package dev.onceward.server.kv.rocks;

import dev.onceward.server.kv.Causes;
import dev.onceward.server.kv.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * A process that writes numbered rows into a store until it is killed or a write fails, and says on
 * its output what was acknowledged: {@code open}, then {@code acked N} for each row, then the kinds
 * of the failures.
 */
final class RocksChild {
  static final int VALUE_BYTES = 50_000;
  private static final int ROWS_MAX = 100_000;

  private RocksChild() {}

  /** Starts the process on a store's directory. */
  static Process start(Path directory) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            RocksChild.class.getName(),
            directory.toString());
    return new ProcessBuilder(command)
        .redirectError(directory.resolveSibling("child.err").toFile())
        .start();
  }

  /** What the process says. */
  static BufferedReader output(Process child) {
    return new BufferedReader(
        new InputStreamReader(child.getInputStream(), StandardCharsets.US_ASCII));
  }

  static byte[] key(int row) {
    return ByteBuffer.allocate(5).put((byte) 'r').putInt(row).array();
  }

  /** The argument is the directory. */
  public static void main(String[] arguments) {
    try (RocksStore store = RocksStore.open(new RocksOptions(Path.of(arguments[0]), 2))) {
      System.out.println("open");
      for (int row = 0; row < ROWS_MAX; row++) {
        write(store, row);
        System.out.println("acked " + row);
      }
    } catch (CompletionException e) {
      System.out.println("failed " + ((StoreException) Causes.of(e)).kind());
    }
  }

  private static void write(RocksStore store, int row) {
    var written =
        store.attempt(
            tx -> {
              tx.guard(key(row));
              tx.set(key(row), new byte[VALUE_BYTES]);
              return CompletableFuture.completedFuture("done");
            });
    try {
      written.join();
    } catch (CompletionException e) {
      var next = store.attempt(tx -> tx.read(key(0)));
      System.out.println("healthy " + store.healthy());
      System.out.println("next " + next.handle((value, error) -> kind(error)).join());
      throw e;
    }
  }

  private static String kind(@Nullable Throwable error) {
    return error == null ? "fine" : ((StoreException) Causes.of(error)).kind().name();
  }
}
