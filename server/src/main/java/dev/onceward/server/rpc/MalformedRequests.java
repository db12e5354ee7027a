package dev.onceward.server.rpc;

import com.google.protobuf.Message;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a service refuse bytes that are no request of its contract with INVALID_FIELD, as it does
 * requests with wrong fields; in a Batch, an item alone. Left alone, gRPC ends such calls with
 * codes that blame the server.
 */
final class MalformedRequests {
  private final RpcObserver observer;

  MalformedRequests(RpcObserver observer) {
    this.observer = observer;
  }

  /** The same service, reading its requests with care. */
  ServerServiceDefinition refusedBy(ServerServiceDefinition service) {
    List<ServerMethodDefinition<Received, ?>> methods = new ArrayList<>();
    for (ServerMethodDefinition<?, ?> method : service.getMethods()) {
      methods.add(refusedBy(method));
    }
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(service.getServiceDescriptor().getName())
            .setSchemaDescriptor(service.getServiceDescriptor().getSchemaDescriptor());
    methods.forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
    ServerServiceDefinition.Builder guarded = ServerServiceDefinition.builder(descriptor.build());
    methods.forEach(guarded::addMethod);
    return guarded.build();
  }

  private <Q, R> ServerMethodDefinition<Received, R> refusedBy(
      ServerMethodDefinition<Q, R> method) {
    MethodDescriptor<Q, R> descriptor = method.getMethodDescriptor();
    Message prototype =
        (Message)
            ((MethodDescriptor.PrototypeMarshaller<?>) descriptor.getRequestMarshaller())
                .getMessagePrototype();
    return ServerMethodDefinition.create(
        descriptor.toBuilder(new RequestMarshaller(prototype), descriptor.getResponseMarshaller())
            .build(),
        new Handler<>(method.getServerCallHandler()));
  }

  /** Hands messages on to the service's own handler. */
  private final class Handler<Q, R> implements ServerCallHandler<Received, R> {
    private final ServerCallHandler<Q, R> service;

    Handler(ServerCallHandler<Q, R> service) {
      this.service = service;
    }

    @Override
    @SuppressWarnings("unchecked") // a ServerCall takes and gives no request itself
    public ServerCall.Listener<Received> startCall(ServerCall<Received, R> call, Metadata headers) {
      ServerCall<Q, R> same = (ServerCall<Q, R>) (ServerCall<?, R>) call;
      return new Listener<>(call, service.startCall(same, headers));
    }
  }

  /** Stands before a listener of messages. */
  private final class Listener<Q> extends ServerCall.Listener<Received> {
    private final ServerCall<?, ?> call;
    private final ServerCall.Listener<Q> service;
    private MalformedItems malformed = MalformedItems.NONE;
    private boolean refused;

    Listener(ServerCall<?, ?> call, ServerCall.Listener<Q> service) {
      this.call = call;
      this.service = service;
    }

    @Override
    @SuppressWarnings("unchecked") // the marshaller's prototype is the method's own
    public void onMessage(Received received) {
      Refusal refusal = received.refusal();
      if (refusal == null) {
        malformed = received.malformed();
        service.onMessage((Q) received.message());
      } else {
        refused = true;
        observer.refused(refusal.reason());
        Errors.close(call, refusal);
      }
    }

    @Override
    public void onHalfClose() {
      // A listener that got no message would close the call a second time.
      if (!refused) {
        malformed.tell(service::onHalfClose);
      }
    }

    @Override
    public void onCancel() {
      service.onCancel();
    }

    @Override
    public void onComplete() {
      service.onComplete();
    }

    @Override
    public void onReady() {
      service.onReady();
    }
  }
}
