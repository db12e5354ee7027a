package dev.onceward.client;

import io.grpc.CallCredentials;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The credentials that name the caller on each call: {@code authorization: Bearer TOKEN}. */
final class BearerToken extends CallCredentials {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final Supplier<String> token;

  BearerToken(Supplier<String> token) {
    this.token = token;
  }

  // On the given executor, because a supplier may read a file.
  @Override
  public void applyRequestMetadata(
      RequestInfo requestInfo, Executor executor, MetadataApplier applier) {
    executor.execute(
        () -> {
          Metadata headers = new Metadata();
          try {
            headers.put(AUTHORIZATION, "Bearer " + token.get());
          } catch (RuntimeException e) {
            applier.fail(
                Status.UNAUTHENTICATED.withDescription("no bearer token to send").withCause(e));
            return;
          }
          applier.apply(headers);
        });
  }
}
