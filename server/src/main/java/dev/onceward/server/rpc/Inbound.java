package dev.onceward.server.rpc;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The call that brings one or more questions.
 *
 * @param access what its caller may touch
 * @param deadline when its caller stops listening; null if it does not say
 * @param cancelled whether its caller has hung up; cheap and thread-safe
 */
record Inbound(TenantAccess access, @Nullable Deadline deadline, BooleanSupplier cancelled) {
  /** The call in whose context this thread is. */
  static Inbound current(TenantAccess access, ServerCallStreamObserver<?> call) {
    return new Inbound(access, Context.current().getDeadline(), call::isCancelled);
  }
}
