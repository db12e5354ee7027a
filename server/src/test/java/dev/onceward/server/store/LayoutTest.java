package dev.onceward.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.RecordKey;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The golden bytes of every kind of key: a change here is a change of format. */
final class LayoutTest {
  private static final RecordKey KEY = StoredRecords.KEY;
  private final Layout layout = new Layout("onceward", 64);

  private static String hex(byte[] bytes) {
    return Bytes.wrap(bytes).toString();
  }

  @Test
  void bucketOf_knownKeys_isStable() {
    assertThat(layout.bucketOf(KEY)).isEqualTo(1);
    assertThat(layout.bucketOf(new RecordKey("t", "å"))).isEqualTo(59);
    assertThat(new Layout("other", 4096).bucketOf(KEY)).isEqualTo(3457);
  }

  @Test
  void bucketOf_manyKeys_spreadsThem() {
    Set<Integer> buckets = new HashSet<>();
    for (int i = 0; i < 2_000; i++) {
      buckets.add(layout.bucketOf(new RecordKey("tickets", "K-" + i)));
    }
    assertThat(buckets).hasSize(64);
  }

  @Test
  void keys_ofEveryKind_haveTheGoldenBytes() {
    assertThat(hex(Layout.header("onceward"))).isEqualTo("026f6e63657761726400026800");
    assertThat(hex(layout.record(5, KEY)))
        .isEqualTo("026f6e636577617264001505027200027469636b65747300024b2d3838343200");
    assertThat(hex(layout.chunk(5, KEY, 1)))
        .isEqualTo("026f6e636577617264001505027000027469636b65747300024b2d38383432001501");
    assertThat(hex(layout.due(5, DueClass.LEASE, StoredRecords.NOW.toEpochMilli(), KEY)))
        .isEqualTo(
            "026f6e63657761726400150502640015011a019df4a04fbb027469636b65747300024b2d3838343200");
    assertThat(hex(layout.counter(5, "tickets", 1)))
        .isEqualTo("026f6e636577617264001505026300027469636b657473001501");
    assertThat(hex(layout.reference(5, KEY, "O-501")))
        .isEqualTo(
            "026f6e636577617264001505027800027469636b65747300024f2d35303100024b2d3838343200");
    assertThat(hex(layout.floor(5))).isEqualTo("026f6e636577617264001505026600");
  }

  @Test
  void header_ofVersion1_hasTheGoldenBytes() {
    StoreHeader header =
        new StoreHeader(
            64, Bytes.wrap(new byte[] {1, 2, 3, 4}), 1, Instant.parse("2026-05-04T20:14:00Z"));
    assertThat(hex(header.encode()))
        .isEqualTo("080110401a06637263333263220401020304280130c09e81a5df33");
    assertThat(StoreHeader.decode(header.encode())).isEqualTo(header);
  }
}
