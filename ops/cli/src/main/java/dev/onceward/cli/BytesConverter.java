package dev.onceward.cli;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HexFormat;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Bytes: hexadecimal digits, or {@code @FILE} for a file's. */
final class BytesConverter implements ITypeConverter<ByteString> {
  // The largest message that a server reads by default; what is larger cannot be sent anyway.
  private static final int BYTES_MAX = 8 << 20;

  @Override
  public ByteString convert(String text) {
    return text.startsWith("@") ? file(text.substring(1)) : hex(text);
  }

  private static ByteString hex(String digits) {
    try {
      return ByteString.copyFrom(HexFormat.of().parseHex(digits));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "is not an even number of hexadecimal digits; write @FILE for the bytes of a file");
    }
  }

  private static ByteString file(String name) {
    try (InputStream in = Files.newInputStream(Path.of(name))) {
      byte[] bytes = in.readNBytes(BYTES_MAX + 1);
      if (bytes.length > BYTES_MAX) {
        throw new TypeConversionException(
            "the file '" + name + "' is larger than 8 MiB, the most that fits in a call");
      }
      return ByteString.copyFrom(bytes);
    } catch (InvalidPathException e) {
      throw new TypeConversionException("'" + name + "' is no name of a file");
    } catch (IOException e) {
      throw new TypeConversionException(
          "cannot read the file '" + name + "': " + FileFailure.words(e));
    }
  }
}
