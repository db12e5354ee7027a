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

  private static final String NOT_UTF8 =
      "is not valid UTF-8: send text, or encode the bytes as text";

  private MalformedBytes() {}

  /** The refusal that names the string which is not UTF-8, or else the part that is no message. */
  static Refusal refusal(Descriptor type, ByteString bytes, Scope scope) {
    String path = scope.path("");
    Violation found = inMessage(type, bytes, path, DEPTH_MAX);
    return Refusal.of(found == null ? noMessage(type, path) : found);
  }

  private static Violation noMessage(Descriptor type, String path) {
    String subject = path.isEmpty() ? "the request " : "";
    return new Violation(path, subject + "is not a message of the type " + type.getFullName());
  }

  private static @Nullable Violation inMessage(
      Descriptor type, ByteString bytes, String path, int depth) {
    UnknownFieldSet message;
    try {
      message = UnknownFieldSet.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      return noMessage(type, path);
    }
    for (FieldDescriptor field : type.getFields()) {
      List<ByteString> values = message.getField(field.getNumber()).getLengthDelimitedList();
      for (int i = 0; i < values.size(); i++) {
        Violation found = inValue(field, values.get(i), pathOf(field, i, path), depth);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private static @Nullable Violation inValue(
      FieldDescriptor field, ByteString value, String path, int depth) {
    return switch (field.getType()) {
      case STRING -> value.isValidUtf8() ? null : new Violation(path, NOT_UTF8);
      case MESSAGE -> depth == 0 ? null : inMessage(field.getMessageType(), value, path, depth - 1);
      default -> null;
    };
  }

  /** A map's keys are the caller's data, so a path ends at the map. */
  private static String pathOf(FieldDescriptor field, int index, String path) {
    if (field.getContainingType().getOptions().getMapEntry()) {
      return path;
    }
    String at = path.isEmpty() ? field.getName() : path + "." + field.getName();
    return field.isRepeated() && !field.isMapField() ? at + "[" + index + "]" : at;
  }
}
