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
import dev.onceward.v1.RenewRequest;
import dev.onceward.v1.RetainRequest;
import dev.onceward.v1.RetainResponse;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The blocking face of an {@link OncewardClient}: each method waits for the answer of the method of
 * the same name. Thread-safe.
 *
 * <p>Every method throws {@link OncewardException}. An interrupted thread gives the call up, keeps
 * its interrupt flag, and gets the code CANCELLED.
 */
public final class BlockingClient {
  private final OncewardClient client;

  BlockingClient(OncewardClient client) {
    this.client = client;
  }

  /** See {@link OncewardClient#begin}. */
  public Begun begin(BeginRequest request) {
    return await(client.begin(request));
  }

  /** See {@link OncewardClient#complete}. */
  public CompleteResponse complete(CompleteRequest request) {
    return await(client.complete(request));
  }

  /** See {@link OncewardClient#fail}. */
  public FailResponse fail(FailRequest request) {
    return await(client.fail(request));
  }

  /** See {@link OncewardClient#renew}. */
  public Renewed renew(RenewRequest request) {
    return await(client.renew(request));
  }

  /** See {@link OncewardClient#get}. */
  public GetResponse get(GetRequest request) {
    return await(client.get(request));
  }

  /** See {@link OncewardClient#retain}. */
  public RetainResponse retain(RetainRequest request) {
    return await(client.retain(request));
  }

  /** See {@link OncewardClient#batch}. */
  public BatchResponse batch(BatchRequest request) {
    return await(client.batch(request));
  }

  static <T> T await(CompletableFuture<T> call) {
    try {
      return call.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof OncewardException refused) {
        throw refused.rethrown();
      }
      throw new IllegalStateException("a call failed by something else than a refusal", e);
    } catch (InterruptedException e) {
      call.cancel(true);
      Thread.currentThread().interrupt();
      throw Refusals.local(Status.Code.CANCELLED, "interrupted while waiting for the answer", e);
    }
  }
}
