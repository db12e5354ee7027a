package dev.onceward.cli;

import com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that carry a payload. */
final class PayloadOptions {
  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private @Nullable Source source;

  @Option(
      names = "--content-type",
      paramLabel = "TYPE",
      description = "The payload's media type, for example application/json.")
  private @Nullable String contentType;

  private static final class Source {
    @Option(
        names = "--payload",
        paramLabel = "BYTES",
        description =
            "The answer to give back to whoever asks again: hexadecimal digits, or @FILE.")
    private @Nullable ByteString bytes;

    @Option(
        names = "--payload-text",
        paramLabel = "TEXT",
        description = "The same as text, sent as UTF-8.")
    private @Nullable String text;
  }

  @Nullable ByteString payload() {
    if (source == null) {
      return null;
    }
    return source.text == null ? source.bytes : ByteString.copyFromUtf8(source.text);
  }

  @Nullable String contentType() {
    return contentType;
  }
}
