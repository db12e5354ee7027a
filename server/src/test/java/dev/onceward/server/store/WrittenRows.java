package dev.onceward.server.store;

import com.apple.foundationdb.tuple.Tuple;
import dev.onceward.server.kv.Row;
import dev.onceward.server.kv.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A transaction that reads nothing and writes down, in words, what is written. */
final class WrittenRows implements Transaction {
  private static final List<DueClass> DUE_CLASSES =
      List.of(DueClass.LEASE, DueClass.TIER, DueClass.DOUBT);

  private final Instant start;
  private final List<String> written = new ArrayList<>();
  private byte @Nullable [] recordValue;

  /** Tells times as what has passed since {@code start}. */
  WrittenRows(Instant start) {
    this.start = start;
  }

  List<String> written() {
    return written;
  }

  byte[] recordValue() {
    return Objects.requireNonNull(recordValue);
  }

  @Override
  public CompletableFuture<byte @Nullable []> read(byte[] key) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<List<Row>> scan(byte[] begin, byte[] end, int limit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void guard(byte[] key) {
    written.add("guard " + words(key));
  }

  @Override
  public void set(byte[] key, byte[] value) {
    String row = words(key);
    if (row.equals("record")) {
      recordValue = value;
    }
    written.add("set " + row + (row.startsWith("chunk") ? " of " + value.length : ""));
  }

  @Override
  public void clear(byte[] key) {
    written.add("clear " + words(key));
  }

  @Override
  public void add(byte[] key, long delta) {
    written.add("add " + words(key) + " %+d".formatted(delta));
  }

  @Override
  public void fence(byte[] key) {
    throw new UnsupportedOperationException();
  }

  private String words(byte[] key) {
    Tuple tuple = Tuple.fromBytes(key).popFront().popFront();
    return switch (tuple.getString(0)) {
      case "r" -> "record";
      case "t" -> "tenant";
      case "p" -> "chunk " + tuple.getLong(3);
      case "d" ->
          "due "
              + DUE_CLASSES.get((int) tuple.getLong(1) - 1)
              + " at "
              + Duration.between(start, Instant.ofEpochMilli(tuple.getLong(2)));
      case "c" -> "count " + Recount.STATES.get((int) tuple.getLong(2) - 1);
      case "x" -> "reference " + tuple.getString(2);
      default -> tuple.toString();
    };
  }
}
