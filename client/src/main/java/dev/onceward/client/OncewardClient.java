package dev.onceward.client;

import dev.onceward.v1.BatchRequest;
import dev.onceward.v1.BatchResponse;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.CompleteResponse;
import dev.onceward.v1.FailRequest;
import dev.onceward.v1.FailResponse;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.GetResponse;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.RenewRequest;
import dev.onceward.v1.RenewResponse;
import dev.onceward.v1.RetainRequest;
import dev.onceward.v1.RetainResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * A client of the idempotency service: the contract's calls, asynchronous. Thread-safe; one per
 * process is enough.
 *
 * <p>Every call has a deadline, is sent again while the server is UNAVAILABLE (see {@link
 * RetrySettings}), and may be repeated by the caller as it is: the contract makes each call safe to
 * repeat. A future completes on the client's executor, exceptionally only with an {@link
 * OncewardException}; cancelling it, or completing it in any other way, cancels the call. A
 * cancelled or unanswered call may or may not have been carried out.
 *
 * <p>Complete, Fail, Retain and Batch go on when the inbound gRPC call in whose context they were
 * made is cancelled or late, because what happened must be recorded whether or not anybody upstream
 * still waits. Begin, Renew and Get end with that call.
 */
public final class OncewardClient implements AutoCloseable {
  // The server waits no longer than this, whatever is asked; a longer wait is refused.
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private final Channels channels;
  private final UnaryCalls calls;
  private final Duration timeout;
  private final LongSupplier nanoTime;

  OncewardClient(Channels channels, UnaryCalls calls, Duration timeout, LongSupplier nanoTime) {
    this.channels = channels;
    this.calls = calls;
    this.timeout = timeout;
    this.nanoTime = nanoTime;
  }

  /** A client's settings, to be completed with a target or a channel. */
  public static OncewardClientBuilder builder() {
    return new OncewardClientBuilder();
  }

  /**
   * This client with another deadline for each call. It shares the connections, so closing either
   * closes both.
   *
   * @param timeout how long a call may take, all its sends together, the asked {@code wait} not
   *     counted; positive
   */
  public OncewardClient withTimeout(Duration timeout) {
    return new OncewardClient(
        channels, calls, OncewardClientBuilder.positive("timeout", timeout), nanoTime);
  }

  /** The same calls for a thread that blocks. */
  public BlockingClient blocking() {
    return new BlockingClient(this);
  }

  /** The calls by which operators look after records, over the same connections. */
  public OperatorClient operator() {
    return new OperatorClient(calls, timeout);
  }

  /**
   * Claims the key for one attempt, or tells what became of it. May take the request's {@code wait}
   * longer.
   */
  public CompletableFuture<Begun> begin(BeginRequest request) {
    long sentNanos = nanoTime.getAsLong();
    return calls.start(
        IdempotencyServiceGrpc.getBeginMethod(),
        request,
        timeoutWith(request.getWait()),
        response -> Begun.of(request, response, deadline(sentNanos, response.getLeaseRemaining())));
  }

  /** Records the result of an attempt. */
  public CompletableFuture<CompleteResponse> complete(CompleteRequest request) {
    return calls.startDetached(IdempotencyServiceGrpc.getCompleteMethod(), request, timeout);
  }

  /** Records the failure of an attempt. */
  public CompletableFuture<FailResponse> fail(FailRequest request) {
    return calls.startDetached(IdempotencyServiceGrpc.getFailMethod(), request, timeout);
  }

  /** Moves a claim's deadline, never back. */
  public CompletableFuture<Renewed> renew(RenewRequest request) {
    long sentNanos = nanoTime.getAsLong();
    return calls.start(
        IdempotencyServiceGrpc.getRenewMethod(),
        request,
        timeout,
        (RenewResponse response) ->
            new Renewed(response, deadline(sentNanos, response.getLeaseRemaining())));
  }

  /** Reads a record. May take the request's {@code wait} longer. */
  public CompletableFuture<GetResponse> get(GetRequest request) {
    return calls.start(
        IdempotencyServiceGrpc.getGetMethod(),
        request,
        timeoutWith(request.getWait()),
        Function.identity());
  }

  /** Keeps the evidence of a key at least until a given time. */
  public CompletableFuture<RetainResponse> retain(RetainRequest request) {
    return calls.startDetached(IdempotencyServiceGrpc.getRetainMethod(), request, timeout);
  }

  /**
   * Up to 256 calls in one. The future completes normally although items were refused: look at each
   * result, and read its error by {@link OncewardException#of(com.google.rpc.Status)}.
   */
  public CompletableFuture<BatchResponse> batch(BatchRequest request) {
    return calls.startDetached(IdempotencyServiceGrpc.getBatchMethod(), request, timeout);
  }

  /**
   * Closes the connections that this client has opened; a channel that was given to it stays open.
   * Blocks for at most 5 s until the calls under way have ended, then cancels them.
   */
  @Override
  public void close() {
    channels.close();
  }

  private ClaimDeadline deadline(long sentNanos, com.google.protobuf.Duration remaining) {
    return ClaimDeadline.of(nanoTime, sentNanos, toDuration(remaining));
  }

  private Duration timeoutWith(com.google.protobuf.Duration asked) {
    Duration wait = toDuration(asked);
    if (wait.isNegative()) {
      return timeout;
    }
    return timeout.plus(wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait);
  }

  private static Duration toDuration(com.google.protobuf.Duration duration) {
    return Duration.ofSeconds(duration.getSeconds(), duration.getNanos());
  }
}
