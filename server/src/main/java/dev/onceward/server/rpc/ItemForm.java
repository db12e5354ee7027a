package dev.onceward.server.rpc;

import dev.onceward.v1.BatchResult;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.CompleteResponse;
import dev.onceward.v1.FailRequest;
import dev.onceward.v1.FailResponse;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.GetResponse;
import dev.onceward.v1.RenewRequest;
import dev.onceward.v1.RenewResponse;
import dev.onceward.v1.RetainRequest;
import dev.onceward.v1.RetainResponse;

/**
 * A call as an item of a Batch.
 *
 * @param name the call's field in the item
 */
record ItemForm<Q, R>(String name, CallForm<Q, R> call, Packer<R> packer) {
  static final ItemForm<BeginRequest, BeginResponse> BEGIN =
      new ItemForm<>("begin", CallForm.BEGIN, BatchResult.Builder::setBegin);
  static final ItemForm<CompleteRequest, CompleteResponse> COMPLETE =
      new ItemForm<>("complete", CallForm.COMPLETE, BatchResult.Builder::setComplete);
  static final ItemForm<FailRequest, FailResponse> FAIL =
      new ItemForm<>("fail", CallForm.FAIL, BatchResult.Builder::setFail);
  static final ItemForm<RenewRequest, RenewResponse> RENEW =
      new ItemForm<>("renew", CallForm.RENEW, BatchResult.Builder::setRenew);
  static final ItemForm<GetRequest, GetResponse> GET =
      new ItemForm<>("get", CallForm.GET, BatchResult.Builder::setGet);
  static final ItemForm<RetainRequest, RetainResponse> RETAIN =
      new ItemForm<>("retain", CallForm.RETAIN, BatchResult.Builder::setRetain);

  /** Puts a response into the result of a Batch item. */
  @FunctionalInterface
  interface Packer<R> {
    /** Sets the response, and hands the builder back. */
    BatchResult.Builder pack(BatchResult.Builder result, R response);
  }
}
