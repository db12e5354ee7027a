package dev.onceward.server.kv.fdb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.DatabaseOptions;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.OptionConsumer;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.TransactionOptions;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * FoundationDB's Java client without its native library: writes down what it is asked to do, and
 * answers what the test wants. Not thread-safe.
 */
final class FakeClient {
  /** All calls in their order; keys as text, our own conflict keys as {@code own}. */
  final List<String> calls = new ArrayList<>();

  /** The answer to every read. */
  CompletableFuture<byte[]> read = CompletableFuture.completedFuture(null);

  /** The answer to every commit. */
  CompletableFuture<Void> commit = CompletableFuture.completedFuture(null);

  /** The future of every watch. */
  final CompletableFuture<Void> watch = new CompletableFuture<>();

  static <T> CompletableFuture<T> failed(int code) {
    return CompletableFuture.failedFuture(new FDBException("scripted", code));
  }

  Database database() {
    OptionConsumer options = (code, parameter) -> calls.add("database option " + code);
    return proxy(
        Database.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "createTransaction" -> transaction();
              case "options" -> new DatabaseOptions(options);
              case "close" -> calls.add("close database");
              default -> throw new UnsupportedOperationException(method.toString());
            });
  }

  private Transaction transaction() {
    OptionConsumer options = (code, parameter) -> calls.add("option " + code);
    return proxy(
        Transaction.class,
        (self, method, arguments) -> {
          switch (method.getName()) {
            case "snapshot" -> {
              return snapshot();
            }
            case "options" -> {
              return new TransactionOptions(options);
            }
            case "commit" -> {
              calls.add("commit");
              return commit;
            }
            case "watch" -> {
              calls.add("watch " + name(arguments[0]));
              return watch;
            }
            case "addReadConflictKey", "addWriteConflictKey", "set", "clear" ->
                calls.add(method.getName() + " " + name(arguments[0]));
            case "mutate" ->
                calls.add(arguments[0] + " " + name(arguments[1]) + " " + hex(arguments[2]));
            case "close" -> calls.add("close");
            default -> throw new UnsupportedOperationException(method.toString());
          }
          return null;
        });
  }

  private ReadTransaction snapshot() {
    return proxy(
        ReadTransaction.class,
        (self, method, arguments) -> {
          if (method.getName().equals("get")) {
            calls.add("snapshot get " + name(arguments[0]));
            return read;
          }
          throw new UnsupportedOperationException(method.toString());
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static String name(Object key) {
    String text = new String((byte[]) key, ISO_8859_1);
    return text.startsWith("onceward/") ? "own" : text;
  }

  private static String hex(Object bytes) {
    return HexFormat.of().formatHex((byte[]) bytes);
  }
}
