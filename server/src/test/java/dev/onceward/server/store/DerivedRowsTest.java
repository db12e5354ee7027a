package dev.onceward.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.record.AfterArchive;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Outcome;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.PayloadOmitted;
import dev.onceward.server.record.Policy;
import dev.onceward.server.record.Promises;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.Sources;
import dev.onceward.server.record.Tenancy;
import dev.onceward.server.record.Terms;
import dev.onceward.server.record.Transitions;
import dev.onceward.server.record.Windows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Exactly these rows are written by each kind of change. Times are told from the first claim on.
 */
final class DerivedRowsTest {
  private static final RecordKey KEY = Calls.key("K-8842");
  private static final Instant START = Instant.parse("2026-05-04T20:14:00Z");
  private static final Payload SMALL = Calls.payload("O-501");
  private static final int CHUNK = RecordCodec.CHUNK_BYTES_MAX;

  private final Layout layout = new Layout("onceward", 64);
  private @Nullable StoredRow stored;
  private Instant now = START;
  private Policy policy = Policy.DEFAULT;

  /** Decides and writes, and tells what was written. */
  private List<String> write(Command command) {
    KeyEntry entry = new KeyEntry(KEY, 7);
    if (stored != null) {
      entry.load(RecordCodec.encode(stored));
    }
    Tenancy tenancy = new Tenancy(policy, List.of(), 1);
    Terms terms = new Terms(now, Duration.ofSeconds(3), 0, tenancy, "s-1", true);
    Outcome outcome = Transitions.decide(entry.now, command, terms);
    entry.become(Objects.requireNonNull(outcome.after()));
    WrittenRows rows = new WrittenRows(START);
    DerivedRows derived = new DerivedRows(rows, layout, 42);
    derived.write(entry, terms);
    derived.finish();
    try {
      stored = RecordCodec.decode(KEY, rows.recordValue());
    } catch (CorruptRecordException e) {
      throw new AssertionError(e);
    }
    return rows.written();
  }

  private Record held() {
    return Objects.requireNonNull(stored).record();
  }

  @BeforeEach
  void claim() {
    assertThat(write(Calls.begin(KEY, "a")))
        .containsExactly(
            "guard tenant",
            "guard record",
            "set record",
            "set due LEASE at PT30S",
            "add count PROCESSING +1");
    now = START.plusSeconds(10);
  }

  @Test
  void write_renewal_leavesTheDueRowBehind() {
    assertThat(write(Calls.renew(held(), null)))
        .containsExactly("guard tenant", "guard record", "set record");
    assertThat(held().leaseExpiresAt()).isEqualTo(START.plusSeconds(40));
    assertThat(Objects.requireNonNull(stored).indexedDue()).isEqualTo(START.plusSeconds(30));
  }

  @Test
  void write_renewalWithReferences_addsTheNewOnesOnly() {
    assertThat(write(Calls.renew(held(), LeaseExpiry.HOLD, "O-501")))
        .containsExactly("guard tenant", "guard record", "set record", "set reference O-501");
    assertThat(write(Calls.renew(held(), null, "O-501", "P-9")))
        .containsExactly("guard tenant", "guard record", "set record", "set reference P-9");
  }

  @Test
  void write_successAfterRenewal_clearsTheDueRowWhereItStands() {
    write(Calls.renew(held(), null, "O-501"));
    assertThat(write(Calls.complete(held(), SMALL, "O-501", "P-9")))
        .containsExactly(
            "guard tenant",
            "guard record",
            "set record",
            "clear due LEASE at PT30S",
            "set due TIER at PT24H10S",
            "set reference P-9",
            "add count PROCESSING -1",
            "add count SUCCEEDED +1");
  }

  @Test
  void write_payloadUpToTheInlineLimit_hasNoChunks() {
    Payload inline = Calls.payload(RecordCodec.INLINE_BYTES_MAX, 1);
    assertThat(write(Calls.complete(held(), inline))).noneMatch(row -> row.contains("chunk"));
    assertThat(held().result()).isEqualTo(inline);
  }

  @Test
  void write_payloadOverTheInlineLimit_standsInChunks() {
    assertThat(write(Calls.complete(held(), Calls.payload(2 * CHUNK + 1, 1))))
        .containsExactly(
            "guard tenant",
            "guard record",
            "set chunk 0 of 65536",
            "set chunk 1 of 65536",
            "set chunk 2 of 1",
            "set record",
            "clear due LEASE at PT30S",
            "set due TIER at PT24H10S",
            "add count PROCESSING -1",
            "add count SUCCEEDED +1");
  }

  @Test
  void write_exactlyOneChunk_hasNoEmptyOne() {
    assertThat(write(Calls.complete(held(), Calls.payload(CHUNK, 1))))
        .filteredOn(row -> row.contains("chunk"))
        .containsExactly("set chunk 0 of 65536");
  }

  @Test
  void write_retryableFailure_isDueAtTheEndOfTheReplayWindow() {
    assertThat(write(Calls.fail(held(), FailureKind.RETRYABLE, SMALL)))
        .containsExactly(
            "guard tenant",
            "guard record",
            "set record",
            "clear due LEASE at PT30S",
            "set due TIER at PT336H10S",
            "add count PROCESSING -1",
            "add count FAILED_RETRYABLE +1");
  }

  @Test
  void write_finalFailure_isDueAtTheEndOfItsTier() {
    assertThat(write(Calls.fail(held(), FailureKind.FINAL, SMALL)))
        .containsExactly(
            "guard tenant",
            "guard record",
            "set record",
            "clear due LEASE at PT30S",
            "set due TIER at PT24H10S",
            "add count PROCESSING -1",
            "add count FAILED_FINAL +1");
  }

  @Test
  void write_doubt_isListedSinceItsBeginning() {
    assertThat(write(Calls.fail(held(), FailureKind.UNKNOWN, SMALL)))
        .containsExactly(
            "guard tenant",
            "guard record",
            "set record",
            "clear due LEASE at PT30S",
            "set due DOUBT at PT10S",
            "add count PROCESSING -1",
            "add count IN_DOUBT +1");
  }

  @Test
  void write_claimAfterFailure_keepsTheChunksOfTheFailure() {
    write(Calls.fail(held(), FailureKind.RETRYABLE, Calls.payload(CHUNK + 1, 1)));
    assertThat(Objects.requireNonNull(stored).chunkCount()).isEqualTo(2);

    assertThat(write(Calls.begin(KEY, "b")))
        .containsExactly(
            "guard tenant",
            "guard record",
            "set record",
            "clear due TIER at PT336H10S",
            "set due LEASE at PT40S",
            "add count FAILED_RETRYABLE -1",
            "add count PROCESSING +1");
    assertThat(Objects.requireNonNull(stored).chunkCount()).isEqualTo(2);
  }

  @Test
  void write_smallerPayloadInPlaceOfALarger_clearsTheSurplusChunks() {
    write(Calls.fail(held(), FailureKind.RETRYABLE, Calls.payload(3 * CHUNK, 1)));
    write(Calls.begin(KEY, "b"));

    assertThat(write(Calls.complete(held(), Calls.payload(CHUNK + 5, 2))))
        .filteredOn(row -> row.contains("chunk"))
        .containsExactly("set chunk 0 of 65536", "set chunk 1 of 5", "clear chunk 2");
  }

  @Test
  void write_payloadWithoutKeptBytes_clearsAllChunks() {
    write(Calls.fail(held(), FailureKind.RETRYABLE, Calls.payload(CHUNK + 1, 1)));
    write(Calls.begin(KEY, "b"));
    Payload withheld = SMALL.without(PayloadOmitted.BY_CALLER);

    assertThat(write(Calls.complete(held(), withheld)))
        .filteredOn(row -> row.contains("chunk"))
        .containsExactly("clear chunk 0", "clear chunk 1");
  }

  @Test
  void write_claimAfterExpiry_movesFromTheStoredStateAndDropsChunks() {
    write(Calls.fail(held(), FailureKind.RETRYABLE, Calls.payload(CHUNK + 1, 1)));
    write(Calls.begin(KEY, "b"));
    now = START.plusSeconds(100);

    assertThat(write(Calls.begin(KEY, "c")))
        .containsExactly(
            "guard tenant",
            "guard record",
            "clear chunk 0",
            "clear chunk 1",
            "set record",
            "clear due LEASE at PT40S",
            "set due LEASE at PT2M10S");
  }

  @Test
  void write_retainOfAnExpiredClaim_storesTheExpiryToo() {
    now = START.plusSeconds(100);

    assertThat(write(Calls.retain(KEY, now.plusSeconds(999))))
        .containsExactly(
            "guard tenant",
            "guard record",
            "set record",
            "clear due LEASE at PT30S",
            "set due TIER at PT336H30S",
            "add count PROCESSING -1",
            "add count FAILED_RETRYABLE +1");
  }

  @Test
  void write_retain_movesNothingElse() {
    assertThat(write(Calls.retain(KEY, now.plusSeconds(999))))
        .containsExactly("guard tenant", "guard record", "set record");
  }

  @Test
  void write_lastAttemptFailed_isFinalWithTheChunksOfTheFailure() {
    write(Calls.fail(held(), FailureKind.RETRYABLE, Calls.payload(CHUNK + 1, 1)));
    policy =
        new Policy(
            new Policy.Claims(LeaseExpiry.HOLD, Calls.LEASE, Calls.LEASE, 1, Duration.ZERO, false),
            new Promises(
                new Windows(Duration.ofHours(1), Duration.ofDays(14), Duration.ofDays(14), null),
                List.of()),
            Sources.NONE,
            AfterArchive.REFUSE);

    assertThat(write(Calls.begin(KEY, "b")))
        .containsExactly(
            "guard tenant",
            "guard record",
            "set record",
            "clear due TIER at PT336H10S",
            "set due TIER at PT1H10S",
            "add count FAILED_RETRYABLE -1",
            "add count FAILED_FINAL +1");
    assertThat(Objects.requireNonNull(stored).chunkCount()).isEqualTo(2);
  }
}
