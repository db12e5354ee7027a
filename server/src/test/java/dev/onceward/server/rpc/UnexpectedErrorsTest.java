package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.record.Reason;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.GetResponse;
import dev.onceward.v1.IdempotencyServiceGrpc;
import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class UnexpectedErrorsTest {
  private final Harness.Heard heard = new Harness.Heard();
  private final Instruments instruments =
      new Instruments(System::nanoTime, new Defects(() -> "e-17"), heard);

  @Test
  void service_thatThrows_endsTheCallWithAnId() throws IOException {
    Told told =
        call(
            observer -> {
              throw new IllegalStateException("secret");
            },
            List.of());

    assertDefect(told);
  }

  @Test
  void service_thatThrowsAnError_endsTheCallWithAnId() throws IOException {
    Told told =
        call(
            observer -> {
              throw new AssertionError("secret");
            },
            List.of());

    assertDefect(told);
  }

  @Test
  void interceptor_thatThrows_endsTheCallWithAnId() throws IOException {
    Told told = call(observer -> {}, List.of(new Throwing()));

    assertDefect(told);
  }

  @Test
  void service_thatThrowsAfterItsRefusal_isLeftWithTheRefusal() throws IOException {
    Told told =
        call(
            observer -> {
              observer.onError(Errors.exception(Refusal.of(Reason.HELD, "held")));
              throw new IllegalStateException("secret");
            },
            List.of());

    assertThat(told.reason()).isEqualTo("HELD");
    assertThat(heard.reasons).isEmpty();
  }

  private void assertDefect(Told told) {
    assertThat(told.code()).isEqualTo(Status.Code.INTERNAL);
    assertThat(told.reason()).isEqualTo("INTERNAL");
    assertThat(told.metadata()).containsEntry("error_id", "e-17");
    assertThat(told.message()).doesNotContain("secret");
    assertThat(heard.reasons).containsExactly(Reason.INTERNAL);
  }

  private Told call(
      Consumer<StreamObserver<GetResponse>> answer, List<ServerInterceptor> interceptors)
      throws IOException {
    BindableService service = new Service(answer);
    String name = InProcessServerBuilder.generateName();
    InProcessServerBuilder builder = InProcessServerBuilder.forName(name);
    GrpcServer.assemble(builder, List.of(service), interceptors, instruments);
    Server server = builder.build().start();
    ManagedChannel channel = InProcessChannelBuilder.forName(name).build();
    try {
      return Told.by(
          () -> IdempotencyServiceGrpc.newBlockingStub(channel).get(Requests.get().build()));
    } finally {
      channel.shutdownNow();
      server.shutdownNow();
    }
  }

  private static final class Service extends IdempotencyServiceGrpc.IdempotencyServiceImplBase {
    private final Consumer<StreamObserver<GetResponse>> answer;

    Service(Consumer<StreamObserver<GetResponse>> answer) {
      this.answer = answer;
    }

    @Override
    public void get(GetRequest request, StreamObserver<GetResponse> observer) {
      answer.accept(observer);
    }
  }

  private static final class Throwing implements ServerInterceptor {
    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      throw new IllegalStateException("secret");
    }
  }
}
