package dev.onceward.server.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out why bytes are no message of a type. Not on any hot path: they have failed to parse
 * already.
 */
final class MalformedBytes {
  /** As deep as protobuf itself reads. */
  private static final int DEPTH_MAX = 100;

  private MalformedBytes() {}

  /** The refusal that names the string which is not UTF-8, or else the message as a whole. */
  static Refusal refusal(Descriptor type, byte[] bytes) {
    String field;
    try {
      field = invalidString(type, UnknownFieldSet.parseFrom(bytes), DEPTH_MAX);
    } catch (InvalidProtocolBufferException e) {
      field = null;
    }
    return Refusal.of(
        field == null
            ? new Violation("", "the request is not a message of the type " + type.getFullName())
            : new Violation(field, "is not valid UTF-8: send text, or encode the bytes as text"));
  }

  private static @Nullable String invalidString(
      Descriptor type, UnknownFieldSet message, int depth) {
    for (FieldDescriptor field : type.getFields()) {
      List<ByteString> values = message.getField(field.getNumber()).getLengthDelimitedList();
      for (int i = 0; i < values.size(); i++) {
        String below = invalidBelow(field, values.get(i), depth);
        if (below != null) {
          String at = field.getName();
          if (field.isMapField()) {
            return at;
          }
          return (field.isRepeated() ? at + "[" + i + "]" : at) + below;
        }
      }
    }
    return null;
  }

  /** The rest of the path to an invalid string in {@code value}; empty if it is that string. */
  private static @Nullable String invalidBelow(FieldDescriptor field, ByteString value, int depth) {
    if (field.getType() == FieldDescriptor.Type.STRING) {
      return value.isValidUtf8() ? null : "";
    }
    if (field.getType() != FieldDescriptor.Type.MESSAGE || depth == 0) {
      return null;
    }
    try {
      UnknownFieldSet message = UnknownFieldSet.parseFrom(value);
      String path = invalidString(field.getMessageType(), message, depth - 1);
      return path == null ? null : "." + path;
    } catch (InvalidProtocolBufferException e) {
      return "";
    }
  }
}
