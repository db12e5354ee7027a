package dev.onceward.server.store;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.store.proto.StoredServer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** The rows by which the servers of a store know of each other. Thread-safe. */
public final class ServerRows {
  private final Tuple prefix;

  /** Rows under a store's root. */
  public ServerRows(String root) {
    this.prefix = Tuple.from(root, "n");
  }

  /** Every server's row, by name. What cannot be read is left out: it tells no time. */
  public CompletableFuture<List<ServerRow>> all(Transaction transaction) {
    byte[] begin = prefix.pack();
    byte[] end = Arrays.copyOf(begin, begin.length + 1);
    end[begin.length] = (byte) 0xff;
    return Scans.all(transaction, new Layout.Range(begin, end))
        .thenApply(
            rows -> rows.stream().map(ServerRows::decode).flatMap(Optional::stream).toList());
  }

  /** Writes a server's row over its last one. Conflicts with nobody. */
  public void write(Transaction transaction, ServerRow row) {
    transaction.set(key(row.server()), encode(row));
  }

  /** Removes a row that this transaction has read, unless it is written meanwhile. */
  public void remove(Transaction transaction, ServerRow row) {
    byte[] key = key(row.server());
    transaction.guard(key);
    transaction.clear(key);
  }

  /** Removes the rows of which {@code which} is true. */
  public CompletableFuture<Void> removeIf(Transaction transaction, Predicate<ServerRow> which) {
    return all(transaction)
        .thenAccept(rows -> rows.stream().filter(which).forEach(row -> remove(transaction, row)));
  }

  private byte[] key(String server) {
    return prefix.add(server).pack();
  }

  private static byte[] encode(ServerRow row) {
    return StoredServer.newBuilder()
        .setWallMs(row.wallMillis())
        .setIncarnation(row.incarnation())
        .build()
        .toByteArray();
  }

  private static Optional<ServerRow> decode(Row row) {
    try {
      String server = Tuple.fromBytes(row.key()).getString(2);
      StoredServer in = StoredServer.parseFrom(row.value());
      return Optional.of(new ServerRow(server, in.getIncarnation(), in.getWallMs()));
    } catch (InvalidProtocolBufferException e) {
      return Optional.empty();
    }
  }
}
