package dev.onceward.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Message;
import dev.onceward.v1.CountStatesRequest;
import dev.onceward.v1.ErrorReason;
import dev.onceward.v1.OperatorServiceGrpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status.Code;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
final class OperatorClientTest {
  private final List<String> called = new CopyOnWriteArrayList<>();
  private Optional<Throwable> refusal = Optional.empty();
  private Server server;
  private OncewardClient client;

  @BeforeEach
  void start() throws IOException {
    ServerServiceDefinition.Builder service =
        ServerServiceDefinition.builder(OperatorServiceGrpc.getServiceDescriptor());
    methods().forEach(method -> answerEmpty(service, method));
    server =
        NettyServerBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                InsecureServerCredentials.create())
            .addService(service.build())
            .build()
            .start();
    client = OncewardClient.builder().target("127.0.0.1:" + server.getPort()).build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.shutdownNow();
  }

  static Stream<MethodDescriptor<?, ?>> methods() {
    return OperatorServiceGrpc.getServiceDescriptor().getMethods().stream();
  }

  private <Q, R> void answerEmpty(
      ServerServiceDefinition.Builder service, MethodDescriptor<Q, R> method) {
    service.addMethod(
        method,
        ServerCalls.asyncUnaryCall(
            (Q request, StreamObserver<R> observer) -> {
              called.add(Objects.requireNonNull(method.getBareMethodName()));
              if (refusal.isPresent()) {
                observer.onError(refusal.get());
                return;
              }
              observer.onNext(prototype(method.getResponseMarshaller()));
              observer.onCompleted();
            }));
  }

  private static <T> T prototype(MethodDescriptor.Marshaller<T> marshaller) {
    return Objects.requireNonNull(((PrototypeMarshaller<T>) marshaller).getMessagePrototype());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void calls_eachRpcOfTheContract_hasItsMethod(MethodDescriptor<?, ?> rpc) throws Exception {
    String name = Objects.requireNonNull(rpc.getBareMethodName());
    Object request = prototype(rpc.getRequestMarshaller());
    Method method =
        OperatorClient.class.getMethod(
            Character.toLowerCase(name.charAt(0)) + name.substring(1), request.getClass());

    Object response = method.invoke(client.operator(), request);

    assertThat(response)
        .isInstanceOf(Message.class)
        .isEqualTo(prototype(rpc.getResponseMarshaller()));
    assertThat(called).containsExactly(name);
  }

  @Test
  void call_refused_throwsTheTypedRefusal() {
    refusal =
        Optional.of(
            Refused.by(
                Code.PERMISSION_DENIED,
                "not an operator",
                Refused.info("PERMISSION_DENIED", "", Map.of())));

    OncewardException refused =
        catchThrowableOfType(
            OncewardException.class,
            () -> client.operator().countStates(CountStatesRequest.getDefaultInstance()));

    assertThat(refused.reason()).isEqualTo(ErrorReason.ERROR_REASON_PERMISSION_DENIED);
  }
}
