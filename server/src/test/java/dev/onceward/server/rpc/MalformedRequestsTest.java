package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.onceward.server.record.Reason;
import dev.onceward.v1.BatchItem;
import dev.onceward.v1.BatchRequest;
import dev.onceward.v1.BatchResponse;
import dev.onceward.v1.BatchResult;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.Decision;
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
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bytes that no honest client sends. */
final class MalformedRequestsTest {
  private static final ByteString NOT_UTF8 = ByteString.copyFrom(new byte[] {'K', (byte) 0xff});
  private static final ByteString NOISE = ByteString.copyFromUtf8("\u0007 what?");

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
  void messageBelow_thatIsNone_isRefusedNamingItsPath() {
    ByteString bytes = field(CompleteRequest.RESULT_FIELD_NUMBER, NOISE);

    Told told = send(IdempotencyServiceGrpc.getCompleteMethod(), bytes);

    assertRefused(told, "result");
    assertThat(told.message()).isEqualTo("result is not a message of the type onceward.v1.Result");
  }

  @Test
  void batch_thatIsNoListOfItems_isRefusedAsAWhole() {
    Told told = send(IdempotencyServiceGrpc.getBatchMethod(), item(NOISE).concat(NOISE));

    assertRefused(told, "");
    assertThat(told.message())
        .isEqualTo("the request is not a message of the type onceward.v1.BatchRequest");
  }

  @Test
  void batch_ofTooManyItemsThatAreNone_isRefusedAsAWhole() {
    ByteString bytes = ByteString.EMPTY;
    for (int i = 0; i < 257; i++) {
      bytes = bytes.concat(item(NOISE));
    }

    assertRefused(send(IdempotencyServiceGrpc.getBatchMethod(), bytes), "items");
  }

  @Test
  void batchItems_thatAreNoMessages_areRefusedAloneNamingTheirPlaces() throws IOException {
    ByteString begin = Requests.item(Requests.begin().build()).toByteString();
    ByteString badOwner =
        field(BatchItem.BEGIN_FIELD_NUMBER, field(BeginRequest.OWNER_FIELD_NUMBER, NOT_UTF8));
    ByteString badResult =
        field(BatchItem.COMPLETE_FIELD_NUMBER, field(CompleteRequest.RESULT_FIELD_NUMBER, NOISE));
    ByteString bytes =
        item(badOwner).concat(item(begin)).concat(item(NOISE)).concat(item(badResult));

    try (Harness answering = new Harness(new MemoryAuthority())) {
      List<BatchResult> results = batch(answering, bytes);

      assertThat(results).hasSize(4);
      assertItemRefused(results.get(0), "items[0].begin.owner", "is not valid UTF-8");
      assertThat(results.get(1).getBegin().getDecision()).isEqualTo(Decision.DECISION_EXECUTE);
      assertItemRefused(results.get(2), "items[2]", "is not a message of the type");
      assertItemRefused(results.get(3), "items[3].complete.result", "is not a message of the type");
      assertThat(answering.heard.reasons)
          .containsExactly(Reason.INVALID_FIELD, Reason.INVALID_FIELD, Reason.INVALID_FIELD);
    }
  }

  /** What one call said of its items is forgotten by the next one. */
  @Test
  void batch_afterOneWithBadItems_isAnswered() throws IOException {
    try (Harness answering = new Harness(new MemoryAuthority())) {
      batch(answering, item(NOISE));
      ByteString begin = Requests.item(Requests.begin().build()).toByteString();

      assertThat(batch(answering, item(begin)).get(0).hasBegin()).isTrue();
    }
  }

  private static void assertItemRefused(BatchResult result, String field, String what) {
    Told told = Told.by(result.getError());
    assertThat(told.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(told.reason()).isEqualTo("INVALID_FIELD");
    assertThat(told.fields()).containsExactly(field);
    assertThat(told.message()).startsWith(field + " " + what);
  }

  private static List<BatchResult> batch(Harness harness, ByteString bytes) throws IOException {
    return BatchResponse.parseFrom(sent(harness, IdempotencyServiceGrpc.getBatchMethod(), bytes))
        .getResultsList();
  }

  private static ByteString item(ByteString bytes) {
    return field(BatchRequest.ITEMS_FIELD_NUMBER, bytes);
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
    Told told = send(IdempotencyServiceGrpc.getGetMethod(), NOISE);

    assertRefused(told, "");
    assertThat(told.message()).startsWith("the request is not a message");
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
    return Told.by(() -> sent(harness, method, bytes));
  }

  private static ByteString sent(Harness to, MethodDescriptor<?, ?> method, ByteString bytes) {
    MethodDescriptor<ByteString, ByteString> raw =
        method.toBuilder(new RawMarshaller(), new RawMarshaller()).build();
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(10, TimeUnit.SECONDS);
    return ClientCalls.blockingUnaryCall(to.channel(), raw, options, bytes);
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
