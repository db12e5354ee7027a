package dev.onceward.server.rpc;

import com.google.protobuf.ByteString;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.State;
import dev.onceward.server.store.AuditStep;
import dev.onceward.server.store.Difference;
import dev.onceward.server.store.Page;
import dev.onceward.server.store.References;
import dev.onceward.v1.AuditResponse;
import dev.onceward.v1.CountStatesResponse;
import dev.onceward.v1.FindByReferenceResponse;
import dev.onceward.v1.Found;
import dev.onceward.v1.ListRecordsResponse;
import dev.onceward.v1.StateCount;
import org.jspecify.annotations.Nullable;

/** What operators are told of many records, in the wire's words. */
final class EnquiryMessages {
  private EnquiryMessages() {}

  static CountStatesResponse counted(Operations.Counted counted) {
    CountStatesResponse.Builder response =
        CountStatesResponse.newBuilder()
            .setArchived(counted.count().archived())
            .setAsOf(TimeMessages.of(counted.asOf()));
    for (State state : State.values()) {
      response.addStates(
          StateCount.newBuilder()
              .setState(EnumMessages.of(state))
              .setCount(counted.count().states().getOrDefault(state, 0L)));
    }
    return response.build();
  }

  /** A page of those records that {@code caller} may see. */
  static ListRecordsResponse listed(Page<Record> page, String list, Caller caller) {
    ListRecordsResponse.Builder response =
        ListRecordsResponse.newBuilder().setNextPageToken(PageTokens.of(list, page.next()));
    for (Record record : page.items()) {
      if (caller.mayOperate(record.key().tenant())) {
        response.addRecords(RecordMessages.brief(record));
      }
    }
    return response.build();
  }

  static FindByReferenceResponse found(Page<References.Found> page, String list) {
    FindByReferenceResponse.Builder response =
        FindByReferenceResponse.newBuilder().setNextPageToken(PageTokens.of(list, page.next()));
    for (References.Found found : page.items()) {
      response.addFound(of(found));
    }
    return response.build();
  }

  private static Found of(References.Found found) {
    if (found instanceof References.Found.Filed filed) {
      return Found.newBuilder()
          .setRecord(ArchivedMessages.brief(filed.tenant(), filed.archived()))
          .setKeyHash(ByteString.copyFrom(filed.keyHash().array()))
          .build();
    }
    Record record = ((References.Found.Online) found).record();
    return Found.newBuilder().setRecord(RecordMessages.brief(record)).build();
  }

  static AuditResponse audited(int bucket, AuditStep step, int buckets) {
    AuditResponse.Builder response =
        AuditResponse.newBuilder()
            .setRecords(step.records())
            .setRows(step.rows())
            .setRepaired(step.repaired())
            .setNextPageToken(PageTokens.of("audit of bucket " + bucket, token(step.next())))
            .setBucketCount(buckets);
    for (Difference difference : step.differences()) {
      response.addDifferences(
          dev.onceward.v1.Difference.newBuilder()
              .setKind(EnumMessages.of(difference.kind()))
              .setBucket(bucket)
              .setRow(difference.row()));
    }
    return response.build();
  }

  private static @Nullable Bytes token(AuditStep.@Nullable Place next) {
    return next == null ? null : next.token();
  }
}
