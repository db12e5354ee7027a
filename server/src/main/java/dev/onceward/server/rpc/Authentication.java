package dev.onceward.server.rpc;

import dev.onceward.server.record.Reason;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * The door: finds out who makes a call, and lets nobody in who is not known. The handler finds the
 * {@link Caller} in the gRPC context.
 *
 * <p>Health is open to all, since a load balancer has no token; reflection is not.
 */
public final class Authentication implements ServerInterceptor {
  private static final String HEALTH = "grpc.health.v1.Health";
  private static final String SCHEME = "bearer ";
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final Optional<Credentials> credentials;
  private final RpcObserver observer;

  /**
   * A door that knows {@code credentials}.
   *
   * @param credentials absent where everybody who can connect may call
   * @param observer told of whoever is turned away
   */
  public Authentication(Optional<Credentials> credentials, RpcObserver observer) {
    this.credentials = credentials;
    this.observer = observer;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    Optional<Caller> caller = callerOf(call, headers);
    if (caller.isPresent()) {
      Context known = Context.current().withValue(Caller.KEY, caller.get());
      return Contexts.interceptCall(known, call, headers, next);
    }
    if (HEALTH.equals(call.getMethodDescriptor().getServiceName())) {
      return next.startCall(call, headers);
    }
    refuse(call);
    return new ServerCall.Listener<>() {};
  }

  private Optional<Caller> callerOf(ServerCall<?, ?> call, Metadata headers) {
    if (credentials.isEmpty()) {
      return Optional.of(certified(call).orElse(Caller.LOCAL));
    }
    String header = headers.get(AUTHORIZATION);
    if (header == null || !header.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
      return Optional.empty();
    }
    return credentials.get().callerOf(header.substring(SCHEME.length()).strip());
  }

  /** The client by its certificate, where the transport has asked for one and checked it. */
  private static Optional<Caller> certified(ServerCall<?, ?> call) {
    SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    if (session == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Caller(session.getPeerPrincipal().getName(), Optional.empty(), true));
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }

  private void refuse(ServerCall<?, ?> call) {
    observer.refused(Reason.UNAUTHENTICATED);
    Errors.close(
        call,
        Refusal.of(
            Reason.UNAUTHENTICATED,
            "this server asks for a bearer token that it knows: authorization: Bearer TOKEN"));
  }
}
