package dev.onceward.server.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.UnsafeByteOperations;
import dev.onceward.v1.BatchRequest;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads requests so that bytes which are no message are an answer like any other, not a broken
 * call. Thread-safe.
 */
final class RequestMarshaller implements MethodDescriptor.Marshaller<Received> {
  private final Message prototype;

  /** Reads messages of the prototype's type. */
  RequestMarshaller(Message prototype) {
    this.prototype = prototype;
  }

  @Override
  public Received parse(InputStream stream) {
    byte[] bytes = bytes(stream);
    try {
      return Received.of(prototype.getParserForType().parseFrom(bytes));
    } catch (InvalidProtocolBufferException e) {
      return malformed(UnsafeByteOperations.unsafeWrap(bytes));
    }
  }

  private Received malformed(ByteString bytes) {
    return prototype instanceof BatchRequest
        ? MalformedItems.read(bytes)
        : Received.of(MalformedBytes.refusal(prototype.getDescriptorForType(), bytes, Scope.CALL));
  }

  private static byte[] bytes(InputStream stream) {
    try {
      // The transport has bounded the length already.
      return stream instanceof KnownLength
          ? stream.readNBytes(stream.available())
          : stream.readAllBytes();
    } catch (IOException e) {
      throw Status.CANCELLED
          .withDescription("the request broke off")
          .withCause(e)
          .asRuntimeException();
    }
  }

  @Override
  public InputStream stream(Received value) {
    // A server reads requests and never writes them; gRPC asks for both ways of each marshaller.
    Message message = value.message();
    return new ByteArrayInputStream(message == null ? new byte[0] : message.toByteArray());
  }
}
