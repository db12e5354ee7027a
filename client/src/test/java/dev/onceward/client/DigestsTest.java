package dev.onceward.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.util.HexFormat;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DigestsTest {

  @Test
  void sha256_noParts_isTheDigestOfNothing() {
    assertThat(hex(Digests.sha256(new String[0])))
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  }

  // printf '\0\0\0\0\0\0\0\3abc' | sha256sum
  @Test
  void sha256_onePart_isPrecededByItsLength() {
    assertThat(hex(Digests.sha256("abc")))
        .isEqualTo("c3494ca1a2cf8eeb8a11ded316fb55b83c3bbbedb6313cd50415251e5d09e12f");
  }

  @Test
  void sha256_samePartsCutElsewhere_differ() {
    assertThat(
            new ByteString[] {
              Digests.sha256("ab", "c"),
              Digests.sha256("a", "bc"),
              Digests.sha256("abc"),
              Digests.sha256("abc", ""),
              Digests.sha256("", "abc")
            })
        .doesNotHaveDuplicates();
  }

  @Test
  void sha256_composedAndDecomposedText_differ() {
    assertThat(Digests.sha256("\u00e9")).isNotEqualTo(Digests.sha256("e\u0301"));
  }

  @Test
  void attemptId_random_fitsTheContractAndIsFresh() {
    assertThat(IntStream.range(0, 1_000).mapToObj(i -> AttemptId.random()))
        .doesNotHaveDuplicates()
        .allMatch(id -> id.matches("[0-9a-f]{32}"));
  }

  @Test
  void claim_printed_hidesItsAttemptId() {
    ClaimDeadline deadline = ClaimDeadline.of(() -> 0, 0, java.time.Duration.ofSeconds(1));

    assertThat(new Claim("t", "K-1", 7, "0123456789abcdef", deadline))
        .hasToString("Claim[tenant=t, key=K-1, version=7]");
  }

  private static String hex(ByteString digest) {
    return HexFormat.of().formatHex(digest.toByteArray());
  }
}
