package dev.onceward.server.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import dev.onceward.v1.BatchItem;
import dev.onceward.v1.BatchRequest;
import io.grpc.Context;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The items of a Batch whose bytes are no message, by their index, and why each is refused. In the
 * request that the service gets, empty items stand in their places.
 */
record MalformedItems(Map<Integer, Refusal> refusals) {
  /** Of every request that could be read as a whole. */
  static final MalformedItems NONE = new MalformedItems(Map.of());

  private static final Context.Key<MalformedItems> KEY =
      Context.keyWithDefault("malformed-items", NONE);

  MalformedItems {
    refusals = Map.copyOf(refusals);
  }

  /**
   * Reads a Batch item by item. Only what is no list of items, or one of a wrong length, is refused
   * as a whole.
   */
  static Received read(ByteString bytes) {
    List<ByteString> items;
    try {
      items =
          UnknownFieldSet.parseFrom(bytes)
              .getField(BatchRequest.ITEMS_FIELD_NUMBER)
              .getLengthDelimitedList();
    } catch (InvalidProtocolBufferException e) {
      return Received.of(MalformedBytes.refusal(BatchRequest.getDescriptor(), bytes, Scope.CALL));
    }
    // Before anything is kept of them: there may be millions.
    Refusal wrongLength = BatchCall.refusalOf(items.size());
    return wrongLength == null ? read(items) : Received.of(wrongLength);
  }

  private static Received read(List<ByteString> items) {
    BatchRequest.Builder request = BatchRequest.newBuilder();
    Map<Integer, Refusal> refusals = new HashMap<>();
    for (int i = 0; i < items.size(); i++) {
      try {
        request.addItems(BatchItem.parseFrom(items.get(i)));
      } catch (InvalidProtocolBufferException e) {
        request.addItems(BatchItem.getDefaultInstance());
        refusals.put(
            i, MalformedBytes.refusal(BatchItem.getDescriptor(), items.get(i), new Scope(i, "")));
      }
    }
    return new Received(request.build(), null, new MalformedItems(refusals));
  }

  /** Those of the call in whose context this thread is. */
  static MalformedItems current() {
    return KEY.get();
  }

  /** Lets {@code service} find them as {@link #current}. */
  void tell(Runnable service) {
    if (refusals.isEmpty()) {
      service.run();
    } else {
      Context.current().withValue(KEY, this).run(service);
    }
  }

  /** Why the item is refused; null if it is a message. */
  @Nullable Refusal at(int index) {
    return refusals.get(index);
  }
}
