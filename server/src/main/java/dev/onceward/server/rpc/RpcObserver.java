package dev.onceward.server.rpc;

import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Reason;
import io.grpc.Status;

/** Told what callers are answered, for metrics. Implementations are thread-safe and fast. */
public interface RpcObserver {
  /** Hears nothing. */
  RpcObserver NONE =
      new RpcObserver() {
        @Override
        public void decided(Decision decision) {}

        @Override
        public void refused(Reason reason) {}

        @Override
        public void callDone(String method, Status.Code code, long nanos) {}
      };

  /** A Begin was answered, alone or as an item of a Batch. */
  void decided(Decision decision);

  /** A call or an item of a Batch was refused. */
  void refused(Reason reason);

  /**
   * A unary call ended.
   *
   * @param method full name, for example {@code onceward.v1.IdempotencyService/Begin}
   * @param nanos from its headers' arrival to its status
   */
  void callDone(String method, Status.Code code, long nanos);
}
