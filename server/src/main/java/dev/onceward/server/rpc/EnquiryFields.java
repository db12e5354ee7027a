package dev.onceward.server.rpc;

import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.State;
import dev.onceward.server.store.Audit;
import dev.onceward.server.store.AuditStep;
import dev.onceward.server.store.References;
import dev.onceward.v1.AuditRequest;
import dev.onceward.v1.AuditResponse;
import dev.onceward.v1.CountStatesRequest;
import dev.onceward.v1.CountStatesResponse;
import dev.onceward.v1.FindByReferenceRequest;
import dev.onceward.v1.FindByReferenceResponse;
import dev.onceward.v1.ListRecordsRequest;
import dev.onceward.v1.ListRecordsResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Reads what operators want to know of many records: counts, lists, numbers, an audit. */
final class EnquiryFields {
  private EnquiryFields() {}

  static @Nullable Errand<CountStatesResponse> count(
      CountStatesRequest request, FieldChecks checks) {
    String tenant = CommonFields.tenant(request.getTenant(), checks);
    return checks.passed()
        ? Errand.about(
            tenant,
            (operations, caller, within) ->
                operations.count(tenant, within).thenApply(EnquiryMessages::counted))
        : null;
  }

  static @Nullable Errand<ListRecordsResponse> list(
      ListRecordsRequest request, FieldChecks checks) {
    checks.text("tenant", request.getTenant(), 0, Limits.TENANT);
    String tenant = request.getTenant().isEmpty() ? null : request.getTenant();
    State state = state(request, checks);
    Duration olderThan =
        request.hasOlderThan()
            ? checks.duration(
                "older_than", request.getOlderThan(), Duration.ZERO, Limits.WINDOW_MAX)
            : Duration.ZERO;
    int size = size(request.getPageSize(), checks);
    String list = "list " + state + " of " + request.getTenant();
    Bytes token = PageTokens.read(list, request.getPageToken(), checks);
    if (state == null || olderThan == null || !checks.passed()) {
      return null;
    }
    Operations.StateQuery query = new Operations.StateQuery(tenant, state, olderThan, size, token);
    Errand.Work<ListRecordsResponse> work =
        (operations, caller, within) ->
            operations
                .list(query, within)
                .thenApply(page -> EnquiryMessages.listed(page, list, caller));
    return tenant == null ? Errand.aboutOwn(work) : Errand.about(tenant, work);
  }

  private static @Nullable State state(ListRecordsRequest request, FieldChecks checks) {
    return switch (request.getState()) {
      case STATE_PROCESSING -> State.PROCESSING;
      case STATE_SUCCEEDED -> State.SUCCEEDED;
      case STATE_FAILED_RETRYABLE -> State.FAILED_RETRYABLE;
      case STATE_FAILED_FINAL -> State.FAILED_FINAL;
      case STATE_IN_DOUBT -> State.IN_DOUBT;
      case STATE_UNSPECIFIED -> {
        checks.add("state", "is missing: say in which state the records are to be");
        yield null;
      }
      case UNRECOGNIZED -> {
        checks.unknownEnum("state", request.getStateValue());
        yield null;
      }
    };
  }

  static @Nullable Errand<FindByReferenceResponse> find(
      FindByReferenceRequest request, FieldChecks checks) {
    String tenant = CommonFields.tenant(request.getTenant(), checks);
    checks.text("reference", request.getReference(), 1, Limits.REFERENCE);
    int size = size(request.getPageSize(), checks);
    String list = "find " + request.getReference() + " of " + tenant;
    Bytes token = PageTokens.read(list, request.getPageToken(), checks);
    if (!checks.passed()) {
      return null;
    }
    Operations.ReferenceQuery query =
        new Operations.ReferenceQuery(
            tenant, request.getReference(), new References.Window(size, token));
    return Errand.about(
        tenant,
        (operations, caller, within) ->
            operations.find(query, within).thenApply(page -> EnquiryMessages.found(page, list)));
  }

  private static int size(int given, FieldChecks checks) {
    if (given < 0 || given > Limits.PAGE) {
      checks.add(
          "page_size", "is " + given + ", must be 1 to " + Limits.PAGE + ", or 0 for the default");
    }
    return given == 0 ? Limits.PAGE_DEFAULT : given;
  }

  static @Nullable Errand<AuditResponse> audit(AuditRequest request, FieldChecks checks) {
    int bucket = request.getBucket();
    if (bucket < 0) {
      checks.add("bucket", "is " + bucket + ", must not be below 0");
    }
    String list = "audit of bucket " + bucket;
    Bytes token = PageTokens.read(list, request.getPageToken(), checks);
    if (!checks.passed()) {
      return null;
    }
    AuditStep.Place place = token == null ? AuditStep.Place.FIRST : AuditStep.Place.of(token);
    Audit.Request step = new Audit.Request(bucket, place, Limits.AUDIT_ROWS, request.getRepair());
    return Errand.aboutAll((operations, caller, within) -> audit(operations, step, caller, within));
  }

  private static CompletableFuture<AuditResponse> audit(
      Operations operations, Audit.Request step, Caller caller, Duration within) {
    int buckets = operations.bucketCount();
    if (step.bucket() >= buckets) {
      return Operations.refused("bucket", "bucket is beyond the last one, " + (buckets - 1));
    }
    return operations
        .audit(step, within)
        .thenApply(
            done -> {
              if (done.repaired() > 0) {
                OrderLog.repaired(step, done.repaired(), caller);
              }
              return EnquiryMessages.audited(step.bucket(), done, buckets);
            });
  }
}
