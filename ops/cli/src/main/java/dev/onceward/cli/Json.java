package dev.onceward.cli;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;

/** Messages as proto3 JSON with the contract's field names. */
final class Json {
  private Json() {}

  static String line(Message message) {
    try {
      return JsonFormat.printer()
          .preservingProtoFieldNames()
          .omittingInsignificantWhitespace()
          .print(message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(
          "only an Any can fail to print, and the contract has none", e);
    }
  }
}
