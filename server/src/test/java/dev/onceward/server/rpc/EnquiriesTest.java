package dev.onceward.server.rpc;

import static dev.onceward.server.rpc.Requests.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.store.Audit;
import dev.onceward.server.store.AuditStep;
import dev.onceward.v1.AuditResponse;
import dev.onceward.v1.CountStatesResponse;
import dev.onceward.v1.Difference;
import dev.onceward.v1.DifferenceKind;
import dev.onceward.v1.FindByReferenceResponse;
import dev.onceward.v1.ListRecordsResponse;
import dev.onceward.v1.Record;
import dev.onceward.v1.State;
import dev.onceward.v1.StateCount;
import dev.onceward.v1.Tier;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Operators' questions about many records, over a map. */
final class EnquiriesTest {
  private final MemoryAuthority authority = new MemoryAuthority();
  private final MemoryOperations operations = new MemoryOperations(authority);
  private final Harness harness;

  EnquiriesTest() throws IOException {
    harness = new Harness(authority, TenantAccess.ALL, operations, Caller.LOCAL);
  }

  @AfterEach
  void stop() {
    harness.close();
  }

  private Record begin(String key) {
    return harness.calls().begin(Requests.begin().setKey(key).build()).getRecord();
  }

  private void succeed(String key, String reference) {
    var complete = Requests.complete(begin(key).getVersion()).setKey(key).addReferences(reference);
    harness.calls().complete(complete.build());
  }

  @Test
  void count_tellsEveryStateAndTheArchive() {
    succeed("K-1", "O-1");
    authority.pass(Duration.ofDays(181));
    succeed("K-2", "O-2");
    begin("K-3");

    CountStatesResponse response =
        harness.operators().countStates(OperatorRequests.count().build());

    assertThat(response.getStatesList())
        .containsExactly(
            count(State.STATE_PROCESSING, 1),
            count(State.STATE_SUCCEEDED, 1),
            count(State.STATE_FAILED_RETRYABLE, 0),
            count(State.STATE_FAILED_FINAL, 0),
            count(State.STATE_IN_DOUBT, 0));
    assertThat(response.getArchived()).isEqualTo(1);
    assertThat(response.getAsOf())
        .isEqualTo(TimeMessages.of(Instant.parse("2026-08-29T20:14:00Z")));
  }

  private static StateCount count(State state, long count) {
    return StateCount.newBuilder().setState(state).setCount(count).build();
  }

  @Test
  void list_ofAState_isPagedAndBrief() {
    for (int i = 0; i < 5; i++) {
      begin("K-" + i);
    }

    List<String> keys = new ArrayList<>();
    ByteString token = ByteString.EMPTY;
    do {
      var request =
          OperatorRequests.list(State.STATE_PROCESSING).setPageSize(2).setPageToken(token);
      ListRecordsResponse page = harness.operators().listRecords(request.build());
      assertThat(page.getRecordsCount()).isLessThanOrEqualTo(2);
      page.getRecordsList().forEach(record -> keys.add(record.getKey()));
      assertThat(page.getRecordsList()).allMatch(record -> record.getEventsCount() == 0);
      token = page.getNextPageToken();
    } while (!token.isEmpty());

    assertThat(keys).containsExactly("K-0", "K-1", "K-2", "K-3", "K-4");
  }

  @Test
  void list_olderThan_leavesOutTheYounger() {
    begin("K-old");
    authority.pass(Duration.ofSeconds(20));
    begin("K-new");
    var request = OperatorRequests.list(State.STATE_PROCESSING).setOlderThan(seconds(10));

    assertThat(harness.operators().listRecords(request.build()).getRecordsList())
        .extracting(Record::getKey)
        .containsExactly("K-old");
  }

  @Test
  void list_withTheTokenOfAnotherState_isRefused() {
    begin("K-1");
    begin("K-2");
    var first = OperatorRequests.list(State.STATE_PROCESSING).setPageSize(1).build();
    ByteString token = harness.operators().listRecords(first).getNextPageToken();
    var other = OperatorRequests.list(State.STATE_IN_DOUBT).setPageToken(token).build();

    assertThat(Told.by(() -> harness.operators().listRecords(other)).field())
        .isEqualTo("page_token");
  }

  @Test
  void find_tellsOnlineAndArchivedRecords() {
    succeed("K-1", "O-501");
    authority.pass(Duration.ofDays(181));
    succeed("K-2", "O-501");
    succeed("K-3", "O-502");

    FindByReferenceResponse response =
        harness.operators().findByReference(OperatorRequests.find("O-501").build());

    assertThat(response.getFoundCount()).isEqualTo(2);
    assertThat(response.getNextPageToken().isEmpty()).isTrue();
    var archived = response.getFound(0);
    assertThat(archived.getRecord().getTier()).isEqualTo(Tier.TIER_ARCHIVE);
    assertThat(archived.getRecord().getKey()).isEmpty();
    assertThat(archived.getRecord().getReferencesList()).containsExactly("O-501");
    assertThat(archived.getKeyHash().toByteArray())
        .isEqualTo(MemoryOperations.hash(new RecordKey("tickets", "K-1")).array());
    assertThat(response.getFound(1).getRecord().getKey()).isEqualTo("K-2");
    assertThat(response.getFound(1).getKeyHash().isEmpty()).isTrue();
  }

  @Test
  void audit_goesThroughABucketStepByStep() {
    AuditResponse first = harness.operators().audit(OperatorRequests.audit(1).build());
    var next = OperatorRequests.audit(1).setPageToken(first.getNextPageToken()).build();
    AuditResponse second = harness.operators().audit(next);

    assertThat(first.getRecords()).isEqualTo(3);
    assertThat(first.getRows()).isEqualTo(5);
    assertThat(first.getBucketCount()).isEqualTo(MemoryOperations.BUCKETS);
    assertThat(first.getRepaired()).isZero();
    assertThat(first.getDifferencesList())
        .containsExactly(
            Difference.newBuilder()
                .setKind(DifferenceKind.DIFFERENCE_KIND_STRAY)
                .setBucket(1)
                .setRow("due row of tickets, K-8842")
                .build());
    assertThat(second.getNextPageToken().isEmpty()).isTrue();
    assertThat(operations.audits)
        .extracting(Audit.Request::place)
        .extracting(AuditStep.Place::part)
        .containsExactly(AuditStep.Part.RECORDS, AuditStep.Part.DUE);
  }

  @Test
  void audit_repairsOnlyWhenAsked() {
    AuditResponse response =
        harness.operators().audit(OperatorRequests.audit(1).setRepair(true).build());

    assertThat(response.getRepaired()).isEqualTo(1);
    assertThat(operations.audits.get(0).repair()).isTrue();
  }
}
