package dev.onceward.server.rpc;

import dev.onceward.server.record.Answer;
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
import org.jspecify.annotations.Nullable;

/**
 * One call of the contract: how its request is read and its answer written. The same for a call of
 * its own and for an item of a Batch.
 *
 * @param name the call's field in a Batch item
 */
record CallForm<Q, R>(String name, Reader<Q> reader, Writer<R> writer, Packer<R> packer) {
  static final CallForm<BeginRequest, BeginResponse> BEGIN =
      new CallForm<>("begin", BeginFields::read, Responses::begin, BatchResult.Builder::setBegin);
  static final CallForm<CompleteRequest, CompleteResponse> COMPLETE =
      new CallForm<>(
          "complete", ClaimFields::complete, Responses::complete, BatchResult.Builder::setComplete);
  static final CallForm<FailRequest, FailResponse> FAIL =
      new CallForm<>("fail", ClaimFields::fail, Responses::fail, BatchResult.Builder::setFail);
  static final CallForm<RenewRequest, RenewResponse> RENEW =
      new CallForm<>("renew", ClaimFields::renew, Responses::renew, BatchResult.Builder::setRenew);
  static final CallForm<GetRequest, GetResponse> GET =
      new CallForm<>("get", LookupFields::get, Responses::get, BatchResult.Builder::setGet);
  static final CallForm<RetainRequest, RetainResponse> RETAIN =
      new CallForm<>(
          "retain", LookupFields::retain, Responses::retain, BatchResult.Builder::setRetain);

  /** Reads a request. */
  @FunctionalInterface
  interface Reader<Q> {
    /** The question; null if {@code checks} found something. */
    @Nullable Question read(Q request, FieldChecks checks);
  }

  /** Writes a response. */
  @FunctionalInterface
  interface Writer<R> {
    /** The response to an answer that is no refusal. */
    R write(Answer answer, boolean withPayload);
  }

  /** Puts a response into the result of a Batch item. */
  @FunctionalInterface
  interface Packer<R> {
    /** Sets the response, and hands the builder back. */
    BatchResult.Builder pack(BatchResult.Builder result, R response);
  }
}
