package dev.onceward.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class ConvertersTest {

  @ParameterizedTest
  @CsvSource({
    "0s, PT0S",
    "1ms, PT0.001S",
    "500ms, PT0.5S",
    "30s, PT30S",
    "2m, PT2M",
    "1h, PT1H",
    "7d, PT168H",
    "007s, PT7S",
    "999999999d, PT23999999976H"
  })
  void duration_wellFormed_isRead(String text, Duration expected) {
    assertThat(new DurationConverter().convert(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s",
        "5",
        "-1s",
        "1.5s",
        "1S",
        "1 s",
        " 1s",
        "1m30s",
        "1us",
        "1000000000s",
        "PT1S"
      })
  void duration_malformed_isRefused(String text) {
    assertThatThrownBy(() -> new DurationConverter().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("for example 30s");
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0ms",
    "PT0.0409S, 40ms",
    "PT1S, 1s",
    "PT29.89S, 29.8s",
    "PT60S, 1m",
    "PT90S, 1m 30s",
    "PT1H, 1h",
    "PT26H5M, 26h 5m",
    "PT49H, 2d 1h",
    "P14D, 14d"
  })
  void duration_formatted_hasItsTwoLargestUnits(Duration duration, String expected) {
    assertThat(DurationConverter.format(duration)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"'', ''", "00, 00", "00ff, 00FF", "DeadBeef, DEADBEEF"})
  void bytes_hex_isRead(String text, String upper) {
    assertThat(new BytesConverter().convert(text)).isEqualTo(ByteString.fromHex(upper));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0x00", "zz", "00 ff", "@", "@/no/such/file", "@\u0000"})
  void bytes_malformed_isRefused(String text) {
    assertThatThrownBy(() -> new BytesConverter().convert(text))
        .isInstanceOf(TypeConversionException.class);
  }

  @Test
  void bytes_file_isReadAsItIs(@TempDir Path directory) throws IOException {
    Path file = Files.write(directory.resolve("f"), new byte[] {0, '\n', -1});

    assertThat(new BytesConverter().convert("@" + file)).isEqualTo(ByteString.fromHex("000AFF"));
  }

  @Test
  void bytes_fileTooLarge_isRefused(@TempDir Path directory) throws IOException {
    Path file = Files.write(directory.resolve("f"), new byte[(8 << 20) + 1]);

    assertThatThrownBy(() -> new BytesConverter().convert("@" + file))
        .hasMessageContaining("larger than 8 MiB");
  }

  @Test
  void text_controlCharacters_areWrittenOut() {
    assertThat(Text.line("a\u001b[2Jb\nc\td\u202ee\u0085é😀"))
        .isEqualTo("a\\u001b[2Jb\\nc\\td\\u202ee\\u0085é😀");
  }
}
