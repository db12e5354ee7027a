package dev.onceward.crooked.lane;

import com.apple.foundationdb.Transaction;
import dev.onceward.crooked.rpc.KnowsAll;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.CompletableFuture;
import org.rocksdb.Options;

/** A lane that blocks, counts and knows both drivers. */
public final class JoinsFutures {
  private JoinsFutures() {}

  static String reach(CompletableFuture<String> future, Transaction transaction, Options options) {
    return future.join() + transaction + options + KnowsAll.class + MeterRegistry.class;
  }
}
