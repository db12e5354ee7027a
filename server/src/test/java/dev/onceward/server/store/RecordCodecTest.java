package dev.onceward.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.PayloadOmitted;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.State;
import dev.onceward.server.store.proto.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RecordCodecTest {
  private static StoredRow row(Record record, int chunks) {
    return new StoredRow(record, 42, StoredRecords.NOW.plusSeconds(30), chunks);
  }

  private static StoredRow roundTrip(StoredRow row) throws CorruptRecordException {
    return RecordCodec.decode(StoredRecords.KEY, RecordCodec.encode(row));
  }

  @ParameterizedTest
  @EnumSource(State.class)
  void decode_anyState_isWhatWasEncoded(State state) throws CorruptRecordException {
    StoredRow row = row(StoredRecords.of(state), 0);
    assertThat(roundTrip(row)).isEqualTo(row);
  }

  @ParameterizedTest
  @EnumSource(PayloadOmitted.class)
  void decode_payloadOmitted_keepsDigestAndSize(PayloadOmitted why) throws CorruptRecordException {
    Payload payload = Payload.of(StoredRecords.text("O-501"), "text/plain");
    Payload stored = why == PayloadOmitted.NONE ? payload : payload.without(why);
    StoredRow row = row(StoredRecords.succeededWith(stored), 0);
    assertThat(roundTrip(row).record().result()).isEqualTo(stored);
  }

  @Test
  void decode_emptyPayload_isAResultAndNotNothing() throws CorruptRecordException {
    StoredRow row = row(StoredRecords.succeededWith(Payload.EMPTY), 0);
    assertThat(roundTrip(row).record().result()).isEqualTo(Payload.EMPTY);
  }

  @Test
  void decode_chunkedPayload_leavesTheBytesElsewhere() throws CorruptRecordException {
    Payload large = Payload.of(StoredRecords.filled(100_000), "application/octet-stream");
    StoredRow row = row(StoredRecords.succeededWith(large), 2);
    byte[] value = RecordCodec.encode(row);
    Payload read =
        Objects.requireNonNull(RecordCodec.decode(StoredRecords.KEY, value).record().result());
    assertThat(value.length).isLessThan(1_000);
    assertThat(read.isElsewhere()).isTrue();
    assertThat(read.with(StoredRecords.filled(100_000))).isEqualTo(large);
  }

  @Test
  void decode_processingWithoutDeadline_isCorrupt() throws Exception {
    byte[] good = RecordCodec.encode(row(StoredRecords.of(State.PROCESSING), 0));
    byte[] bad =
        StoredRecord.parseFrom(good).toBuilder().clearLeaseExpiresAtMs().build().toByteArray();
    assertThatThrownBy(() -> RecordCodec.decode(StoredRecords.KEY, bad))
        .isInstanceOf(CorruptRecordException.class)
        .hasMessageContaining("leaseExpiresAt");
  }

  @Test
  void decode_unknownState_isCorrupt() throws Exception {
    byte[] good = RecordCodec.encode(row(StoredRecords.of(State.PROCESSING), 0));
    byte[] bad = StoredRecord.parseFrom(good).toBuilder().setState(77).build().toByteArray();
    assertThatThrownBy(() -> RecordCodec.decode(StoredRecords.KEY, bad))
        .isInstanceOf(CorruptRecordException.class)
        .hasMessageContaining("77");
  }

  @Test
  void encode_momentThatWouldNotBeReadAgain_isRefused() {
    StoredRow row = new StoredRow(StoredRecords.of(State.IN_DOUBT), 42, Instant.EPOCH, 0);
    assertThatThrownBy(() -> RecordCodec.encode(row))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1970");
  }

  @Test
  void decode_noProtobuf_isCorrupt() {
    byte[] bad = "no protobuf at all".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> RecordCodec.decode(StoredRecords.KEY, bad))
        .isInstanceOf(CorruptRecordException.class);
  }

  @Test
  void decode_anyTruncation_isCorruptOrConsistent() {
    byte[] good = RecordCodec.encode(row(StoredRecords.of(State.PROCESSING), 0));
    for (int length = 0; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      try {
        assertThat(RecordCodec.decode(StoredRecords.KEY, cut).record().state())
            .isEqualTo(State.PROCESSING);
      } catch (CorruptRecordException expected) {
        assertThat(expected).hasMessageNotContaining("null");
      }
    }
  }

  @Test
  void encode_processingRecord_hasTheGoldenBytes() {
    Bytes bytes = Bytes.wrap(RecordCodec.encode(row(StoredRecords.of(State.PROCESSING), 0)));
    assertThat(bytes.toString())
        .isEqualTo(
            "0a0d6f726465722e636f6e6669726d120664696765737418dbcafda4df332001280130bb9f81a5df"
                + "3338f8e4dd91b9a09403400748025213617474656d70742d322d617474656d70742d325a05706f64"
                + "2d3160bb9f81a5df3368eb8983a5df337002792a000000000000008001eb8983a5df339201600801"
                + "12086465636c696e65641a107468652062616e6b2073616964206e6f22390a05736f727279120a74"
                + "6578742f706c61696e1a20484aab2f2cd0f77b3c30f91521ba9a76c8c501112a53e100154a098c27"
                + "4f03d32005280128c3c681a5df339a01054f2d353031a2010d0a0473686f771205532d323034aa01"
                + "13617474656d70742d312d617474656d70742d31b001939cbea5df33ba010b64656164206c657474"
                + "6572d201220a07636173652d313710d3c4e3a9df331a03706174220b6120636f6d706c61696e74da"
                + "011708dbcafda4df33100118112205706f642d303203732d31da010e08bb9f81a5df331003320373"
                + "2d32");
  }
}
