package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.rpc.ErrorInfo;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.GetResponse;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.Record;
import io.grpc.Attributes;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSession;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
final class AuthenticationTest {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private Optional<Server> server = Optional.empty();
  private Optional<ManagedChannel> channel = Optional.empty();

  @AfterEach
  void stop() {
    channel.ifPresent(ManagedChannel::shutdownNow);
    server.ifPresent(Server::shutdownNow);
  }

  @Test
  void call_knownToken_entersAsItsCaller() throws Exception {
    Channel channel = connect(known());

    assertThat(ownerAnswered(withHeader(channel, "Bearer secret-1"))).isEqualTo("orders [shop]");
    assertThat(ownerAnswered(withHeader(channel, "bearer  secret-1"))).isEqualTo("orders [shop]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer secret-2", "Bearer", "Bearer ", "Basic secret-1", "secret-1", ""})
  void call_anyOtherHeader_isRefused(String header) throws Exception {
    Channel channel = connect(known());

    assertRefused(() -> ownerAnswered(withHeader(channel, header)));
  }

  @Test
  void call_noHeader_isRefusedWithItsReason() throws Exception {
    Channel channel = connect(known());

    StatusRuntimeException refusal = assertRefused(() -> ownerAnswered(channel));

    com.google.rpc.Status status = StatusProto.fromThrowable(refusal);
    assertThat(status).isNotNull();
    ErrorInfo info = status.getDetails(0).unpack(ErrorInfo.class);
    assertThat(info.getDomain()).isEqualTo("onceward");
    assertThat(info.getReason()).isEqualTo("UNAUTHENTICATED");
    assertThat(info.getMetadataMap()).containsEntry("next", "ASK_OPERATOR");
  }

  @Test
  void call_noCredentialsConfigured_entersAsLocal() throws Exception {
    assertThat(ownerAnswered(connect(Optional.empty()))).isEqualTo("local *");
  }

  @Test
  void call_clientCertificateOnly_entersByItsSubject() {
    SSLSession session =
        (SSLSession)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {SSLSession.class},
                (proxy, method, args) -> new X500Principal("CN=orders"));
    List<Caller> entered = new ArrayList<>();

    var unused =
        new Authentication(Optional.empty(), RpcObserver.NONE)
            .interceptCall(
                new CallOver(session),
                new Metadata(),
                (call, headers) -> {
                  entered.add(Caller.current());
                  return new ServerCall.Listener<>() {};
                });

    assertThat(entered).containsExactly(new Caller("CN=orders", Optional.empty(), true));
  }

  @Test
  void health_noToken_isOpen() throws Exception {
    Channel channel = connect(known());

    assertThat(
            HealthGrpc.newBlockingStub(channel)
                .check(HealthCheckRequest.getDefaultInstance())
                .getStatus())
        .isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void reflection_withAndWithoutToken_asksForIt() throws Exception {
    Channel channel = connect(known());

    assertThat(reflected(withHeader(channel, "Bearer secret-1"))).isTrue();
    assertThatThrownBy(() -> reflected(channel))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("UNAUTHENTICATED");
  }

  @Test
  void caller_outsideOfAnyCall_mayUseNothing() {
    assertThat(Caller.current().mayUse("shop")).isFalse();
  }

  private Channel connect(Optional<Credentials> credentials) throws IOException {
    String name = InProcessServerBuilder.generateName();
    server =
        Optional.of(
            InProcessServerBuilder.forName(name)
                .addService(new WhoAmI())
                .addService(new HealthStatusManager().getHealthService())
                .addService(ProtoReflectionServiceV1.newInstance())
                .intercept(new Authentication(credentials, RpcObserver.NONE))
                .build()
                .start());
    ManagedChannel opened = InProcessChannelBuilder.forName(name).build();
    channel = Optional.of(opened);
    return opened;
  }

  private static Optional<Credentials> known() throws Exception {
    return Optional.of(
        Credentials.parse(List.of(CredentialsTest.line("orders", "secret-1", "shop"))));
  }

  private static Channel withHeader(Channel channel, String value) {
    Metadata headers = new Metadata();
    headers.put(AUTHORIZATION, value);
    return ClientInterceptors.intercept(
        channel, MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  private static String ownerAnswered(Channel channel) {
    return IdempotencyServiceGrpc.newBlockingStub(channel)
        .get(GetRequest.getDefaultInstance())
        .getRecord()
        .getOwner();
  }

  private static StatusRuntimeException assertRefused(Runnable call) {
    StatusRuntimeException refusal = catchThrowableOfType(StatusRuntimeException.class, call::run);
    assertThat(refusal.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
    return refusal;
  }

  private static boolean reflected(Channel channel) throws Exception {
    CompletableFuture<Boolean> answered = new CompletableFuture<>();
    StreamObserver<ServerReflectionRequest> requests =
        ServerReflectionGrpc.newStub(channel)
            .serverReflectionInfo(
                new StreamObserver<ServerReflectionResponse>() {
                  @Override
                  public void onNext(ServerReflectionResponse response) {
                    answered.complete(response.hasListServicesResponse());
                  }

                  @Override
                  public void onError(Throwable failure) {
                    answered.completeExceptionally(failure);
                  }

                  @Override
                  public void onCompleted() {
                    answered.complete(false);
                  }
                });
    requests.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
    requests.onCompleted();
    return answered.get(10, TimeUnit.SECONDS);
  }

  /** A call that came over TLS. */
  private static final class CallOver extends ServerCall<GetRequest, GetResponse> {
    private final SSLSession session;

    CallOver(SSLSession session) {
      this.session = session;
    }

    @Override
    public Attributes getAttributes() {
      return Attributes.newBuilder().set(Grpc.TRANSPORT_ATTR_SSL_SESSION, session).build();
    }

    @Override
    public MethodDescriptor<GetRequest, GetResponse> getMethodDescriptor() {
      return IdempotencyServiceGrpc.getGetMethod();
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public void request(int messages) {}

    @Override
    public void sendHeaders(Metadata headers) {}

    @Override
    public void sendMessage(GetResponse message) {}

    @Override
    public void close(Status status, Metadata trailers) {}
  }

  /** Answers every Get with its caller. */
  private static final class WhoAmI extends IdempotencyServiceGrpc.IdempotencyServiceImplBase {
    @Override
    public void get(GetRequest request, StreamObserver<GetResponse> answer) {
      Caller caller = Caller.current();
      String owner = caller.name() + " " + caller.tenants().map(Object::toString).orElse("*");
      answer.onNext(
          GetResponse.newBuilder().setRecord(Record.newBuilder().setOwner(owner)).build());
      answer.onCompleted();
    }
  }
}
