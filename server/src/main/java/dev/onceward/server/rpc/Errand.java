package dev.onceward.server.rpc;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An operator's request whose fields have passed, other than a command about one record.
 *
 * @param right whether a caller may ask for it
 * @param work does it
 */
record Errand<R>(Predicate<Caller> right, Work<R> work) {

  /** About one tenant. */
  static <R> Errand<R> about(String tenant, Work<R> work) {
    return new Errand<>(caller -> caller.mayOperate(tenant), work);
  }

  /** About whatever tenants the caller may operate; the work has to leave out the others. */
  static <R> Errand<R> aboutOwn(Work<R> work) {
    return new Errand<>(Caller::operator, work);
  }

  /** About the store as a whole. */
  static <R> Errand<R> aboutAll(Work<R> work) {
    return new Errand<>(Caller::mayOperateAll, work);
  }

  /** Reads a request. */
  @FunctionalInterface
  interface Reader<Q, R> {
    /** The errand; null if {@code checks} found something. */
    @Nullable Errand<R> read(Q request, FieldChecks checks);
  }

  /** Does what was asked for. */
  @FunctionalInterface
  interface Work<R> {
    /** The response; fails as {@link Operations} does. */
    CompletableFuture<R> run(Operations operations, Caller caller, Duration within);
  }
}
