package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Timestamp;
import dev.onceward.server.record.Payload;
import dev.onceward.v1.BatchItem;
import dev.onceward.v1.BatchRequest;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.PayloadOmitted;
import dev.onceward.v1.Record;
import dev.onceward.v1.Result;
import dev.onceward.v1.State;
import dev.onceward.v1.Tier;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What callers are told of a key of which only a fingerprint is left. */
final class ArchivedAnswersTest {
  private static final Timestamp DAY = TimeMessages.of(Instant.parse("2026-03-01T00:00:00Z"));

  private final MemoryAuthority authority = new MemoryAuthority();
  private final Harness harness;
  private final Record before;

  ArchivedAnswersTest() throws IOException {
    harness = new Harness(authority);
    Record claimed = harness.calls().begin(Requests.begin().build()).getRecord();
    var complete = Requests.complete(claimed.getVersion()).addReferences("O-501");
    before = harness.calls().complete(complete.build()).getRecord();
    authority.pass(Duration.ofDays(181));
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  @Test
  void get_tellsWhatIsLeft() {
    Record told = harness.calls().get(Requests.get().build()).getRecord();

    ByteString digest = ByteString.copyFrom(Payload.sha256(Records.bytes("O-501")).array(), 0, 16);
    assertThat(told)
        .isEqualTo(
            Record.newBuilder()
                .setTenant("tickets")
                .setKey("K-8842")
                .setState(State.STATE_SUCCEEDED)
                .setVersion(before.getVersion())
                .setRevision(told.getRevision())
                .setFinishedAt(DAY)
                .setTier(Tier.TIER_ARCHIVE)
                .setTierUntil(TimeMessages.of(Instant.parse("2028-03-01T00:00:00Z")))
                .addReferences("O-501")
                .setResult(
                    Result.newBuilder()
                        .setPayloadDigest(digest)
                        .setPayloadOmitted(PayloadOmitted.PAYLOAD_OMITTED_EXPIRED))
                .build());
    assertThat(told.getRevision()).isGreaterThanOrEqualTo(before.getRevision());
  }

  @Test
  void get_ofAFailure_tellsNoResult() {
    var begin = Requests.begin().setKey("K-1").build();
    long version = harness.calls().begin(begin).getRecord().getVersion();
    harness
        .calls()
        .fail(Requests.fail(version, FailureKind.FAILURE_KIND_FINAL).setKey("K-1").build());
    authority.pass(Duration.ofDays(181));

    Record told = harness.calls().get(Requests.get().setKey("K-1").build()).getRecord();

    assertThat(told.getAllFields().keySet().stream().map(FieldDescriptor::getName))
        .containsExactlyInAnyOrder(
            "tenant", "key", "state", "version", "revision", "finished_at", "tier", "tier_until");
    assertThat(told.getState()).isEqualTo(State.STATE_FAILED_FINAL);
  }

  @Test
  void retain_tellsUntilWhen() {
    var until = TimeMessages.of(Instant.parse("2030-01-01T00:00:00Z"));

    Record told = harness.calls().retain(Requests.retain().setUntil(until).build()).getRecord();

    assertThat(told.getTier()).isEqualTo(Tier.TIER_ARCHIVE);
    assertThat(told.getRetainedUntil()).isEqualTo(until);
    assertThat(told.getTierUntil()).isEqualTo(until);
  }

  @Test
  void begin_isRefusedAsArchived() {
    Told told = Told.by(() -> harness.calls().begin(Requests.begin().build()));

    assertThat(told.reason()).isEqualTo("ARCHIVED");
    assertThat(told.next()).isEqualTo("ASK_OPERATOR");
  }

  @Test
  void batch_tellsTheSame() {
    BatchRequest request =
        BatchRequest.newBuilder()
            .addItems(Requests.item(Requests.get().build()))
            .addItems(BatchItem.newBuilder().setBegin(Requests.begin()))
            .build();

    var results = harness.calls().batch(request).getResultsList();

    assertThat(results.get(0).getGet()).isEqualTo(harness.calls().get(Requests.get().build()));
    assertThat(Told.by(results.get(1).getError()).reason()).isEqualTo("ARCHIVED");
  }
}
