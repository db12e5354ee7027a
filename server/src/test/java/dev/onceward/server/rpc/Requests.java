package dev.onceward.server.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import dev.onceward.v1.BatchItem;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.FailRequest;
import dev.onceward.v1.Failure;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.IdempotencyServiceGrpc.IdempotencyServiceBlockingStub;
import dev.onceward.v1.RenewRequest;
import dev.onceward.v1.Result;
import dev.onceward.v1.RetainRequest;

/** Requests that pass all checks, for tests to use or to spoil. */
final class Requests {
  static final String TENANT = "tickets";
  static final String KEY = "K-8842";
  static final String ATTEMPT = "attempt-0123456789";
  static final ByteString DIGEST = ByteString.copyFromUtf8("digest of one ticket");

  private Requests() {}

  static BeginRequest.Builder begin() {
    return BeginRequest.newBuilder()
        .setTenant(TENANT)
        .setKey(KEY)
        .setOperation("order.create")
        .setRequestDigest(DIGEST)
        .setAttemptId(ATTEMPT)
        .setOwner("orders/pod-1");
  }

  static CompleteRequest.Builder complete(long version) {
    return CompleteRequest.newBuilder()
        .setTenant(TENANT)
        .setKey(KEY)
        .setVersion(version)
        .setAttemptId(ATTEMPT)
        .setResult(result("O-501"));
  }

  static Result.Builder result(String payload) {
    return Result.newBuilder()
        .setPayload(ByteString.copyFromUtf8(payload))
        .setContentType("text/plain");
  }

  static FailRequest.Builder fail(long version, FailureKind kind) {
    return FailRequest.newBuilder()
        .setTenant(TENANT)
        .setKey(KEY)
        .setVersion(version)
        .setAttemptId(ATTEMPT)
        .setFailure(Failure.newBuilder().setKind(kind).setCode("card_declined"));
  }

  static RenewRequest.Builder renew(long version) {
    return RenewRequest.newBuilder()
        .setTenant(TENANT)
        .setKey(KEY)
        .setVersion(version)
        .setAttemptId(ATTEMPT);
  }

  static GetRequest.Builder get() {
    return GetRequest.newBuilder().setTenant(TENANT).setKey(KEY);
  }

  static RetainRequest.Builder retain() {
    return RetainRequest.newBuilder()
        .setTenant(TENANT)
        .setKey(KEY)
        .setUntil(Timestamp.newBuilder().setSeconds(1_800_000_000))
        .setReason("dead letter 17");
  }

  static Duration seconds(long seconds) {
    return Duration.newBuilder().setSeconds(seconds).build();
  }

  static ByteString bytes(int size) {
    return ByteString.copyFrom(new byte[size]);
  }

  /** Calls the method that takes such a request. */
  static Message send(IdempotencyServiceBlockingStub calls, Message request) {
    if (request instanceof BeginRequest begin) {
      return calls.begin(begin);
    } else if (request instanceof CompleteRequest complete) {
      return calls.complete(complete);
    } else if (request instanceof FailRequest fail) {
      return calls.fail(fail);
    } else if (request instanceof RenewRequest renew) {
      return calls.renew(renew);
    } else if (request instanceof GetRequest get) {
      return calls.get(get);
    } else if (request instanceof RetainRequest retain) {
      return calls.retain(retain);
    }
    throw new AssertionError("no method takes " + request.getDescriptorForType().getName());
  }

  /** The request as an item of a Batch. */
  static BatchItem item(Message request) {
    BatchItem.Builder item = BatchItem.newBuilder();
    for (Descriptors.FieldDescriptor field : BatchItem.getDescriptor().getFields()) {
      if (field.getMessageType().equals(request.getDescriptorForType())) {
        item.setField(field, request);
      }
    }
    return item.build();
  }
}
