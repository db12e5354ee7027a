package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.onceward.server.record.Reason;
import dev.onceward.v1.BatchItem;
import dev.onceward.v1.BatchRequest;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.Result;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bytes that no honest client sends. */
final class MalformedRequestsTest {
  private static final ByteString NOT_UTF8 = ByteString.copyFrom(new byte[] {'K', (byte) 0xff});

  private final ScriptedAuthority authority = new ScriptedAuthority();
  private final Harness harness;

  MalformedRequestsTest() throws IOException {
    harness = new Harness(authority);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  @Test
  void string_thatIsNotUtf8_isRefusedNamingItsField() {
    ByteString bytes =
        Requests.begin()
            .clearKey()
            .build()
            .toByteString()
            .concat(field(BeginRequest.KEY_FIELD_NUMBER, NOT_UTF8));

    assertRefused(send(IdempotencyServiceGrpc.getBeginMethod(), bytes), "key");
  }

  @Test
  void elementOfAList_thatIsNotUtf8_isRefusedNamingItsPlace() {
    ByteString bytes =
        Requests.complete(7)
            .addReferences("O-501")
            .build()
            .toByteString()
            .concat(field(CompleteRequest.REFERENCES_FIELD_NUMBER, NOT_UTF8));

    assertRefused(send(IdempotencyServiceGrpc.getCompleteMethod(), bytes), "references[1]");
  }

  @Test
  void stringBelow_thatIsNotUtf8_isRefusedNamingItsPath() {
    ByteString result = field(Result.CONTENT_TYPE_FIELD_NUMBER, NOT_UTF8);
    ByteString bytes = field(CompleteRequest.RESULT_FIELD_NUMBER, result);

    assertRefused(send(IdempotencyServiceGrpc.getCompleteMethod(), bytes), "result.content_type");
  }

  @Test
  void label_thatIsNotUtf8_isRefusedNamingTheMap() {
    ByteString bytes = field(BeginRequest.LABELS_FIELD_NUMBER, field(1, NOT_UTF8));

    assertRefused(send(IdempotencyServiceGrpc.getBeginMethod(), bytes), "labels");
  }

  @Test
  void stringInABatch_thatIsNotUtf8_isRefusedNamingItsPath() {
    ByteString begin = field(BeginRequest.OWNER_FIELD_NUMBER, NOT_UTF8);
    ByteString good = field(BatchRequest.ITEMS_FIELD_NUMBER, ByteString.EMPTY);
    ByteString bad =
        field(BatchRequest.ITEMS_FIELD_NUMBER, field(BatchItem.BEGIN_FIELD_NUMBER, begin));

    assertRefused(
        send(IdempotencyServiceGrpc.getBatchMethod(), good.concat(bad)), "items[1].begin.owner");
  }

  @Test
  void messageThatBreaksOff_isRefused() {
    ByteString whole = Requests.begin().build().toByteString();

    Told told = send(IdempotencyServiceGrpc.getBeginMethod(), whole.substring(0, whole.size() - 3));

    assertRefused(told, "");
    assertThat(told.message()).contains("onceward.v1.BeginRequest");
  }

  @Test
  void noise_isRefused() {
    assertRefused(
        send(IdempotencyServiceGrpc.getGetMethod(), ByteString.copyFromUtf8("\u0007 what?")), "");
  }

  private void assertRefused(Told told, String field) {
    assertThat(told.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(told.reason()).isEqualTo("INVALID_FIELD");
    assertThat(told.fields()).containsExactly(field);
    assertThat(told.field()).isEqualTo(field);
    assertThat(authority.isUnasked()).isTrue();
    assertThat(harness.heard.reasons).containsExactly(Reason.INVALID_FIELD);
  }

  private Told send(MethodDescriptor<?, ?> method, ByteString bytes) {
    MethodDescriptor<ByteString, ByteString> raw =
        method.toBuilder(new RawMarshaller(), new RawMarshaller()).build();
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(10, TimeUnit.SECONDS);
    return Told.by(() -> ClientCalls.blockingUnaryCall(harness.channel(), raw, options, bytes));
  }

  private static ByteString field(int number, ByteString value) {
    ByteString.Output bytes = ByteString.newOutput();
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      out.writeBytes(number, value);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteString();
  }

  /** Sends and reads bytes as they are. */
  private static final class RawMarshaller implements MethodDescriptor.Marshaller<ByteString> {
    @Override
    public InputStream stream(ByteString value) {
      return new ByteArrayInputStream(value.toByteArray());
    }

    @Override
    public ByteString parse(InputStream stream) {
      try {
        return ByteString.readFrom(stream);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
