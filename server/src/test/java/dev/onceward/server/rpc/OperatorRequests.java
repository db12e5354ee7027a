package dev.onceward.server.rpc;

import com.google.protobuf.Message;
import dev.onceward.v1.AuditRequest;
import dev.onceward.v1.CountStatesRequest;
import dev.onceward.v1.FindByReferenceRequest;
import dev.onceward.v1.ForceExpireRequest;
import dev.onceward.v1.FreezeRequest;
import dev.onceward.v1.GetPolicyRequest;
import dev.onceward.v1.HoldRequest;
import dev.onceward.v1.ListRecordsRequest;
import dev.onceward.v1.NotExecuted;
import dev.onceward.v1.OperatorServiceGrpc.OperatorServiceBlockingStub;
import dev.onceward.v1.Policy;
import dev.onceward.v1.PutPolicyRequest;
import dev.onceward.v1.RedactRequest;
import dev.onceward.v1.ReleaseHoldRequest;
import dev.onceward.v1.ResolveRequest;
import dev.onceward.v1.State;
import dev.onceward.v1.UnfreezeRequest;
import org.jspecify.annotations.Nullable;

/** Operators' requests that pass all checks, for tests to use or to spoil. */
final class OperatorRequests {
  static final String WHO = "dana";
  static final String EVIDENCE = "ticket OPS-12";

  private OperatorRequests() {}

  static GetPolicyRequest.Builder getPolicy() {
    return GetPolicyRequest.newBuilder().setTenant(Requests.TENANT);
  }

  static PutPolicyRequest.Builder putPolicy() {
    return PutPolicyRequest.newBuilder()
        .setTenant(Requests.TENANT)
        .setPolicy(Policy.getDefaultInstance())
        .setWho(WHO)
        .setEvidence(EVIDENCE);
  }

  static FreezeRequest.Builder freeze() {
    return FreezeRequest.newBuilder().setTenant(Requests.TENANT).setWho(WHO).setEvidence(EVIDENCE);
  }

  static UnfreezeRequest.Builder unfreeze() {
    return UnfreezeRequest.newBuilder()
        .setTenant(Requests.TENANT)
        .setWho(WHO)
        .setEvidence(EVIDENCE);
  }

  static CountStatesRequest.Builder count() {
    return CountStatesRequest.newBuilder().setTenant(Requests.TENANT);
  }

  static ListRecordsRequest.Builder list(State state) {
    return ListRecordsRequest.newBuilder().setTenant(Requests.TENANT).setState(state);
  }

  static FindByReferenceRequest.Builder find(String reference) {
    return FindByReferenceRequest.newBuilder().setTenant(Requests.TENANT).setReference(reference);
  }

  static AuditRequest.Builder audit(int bucket) {
    return AuditRequest.newBuilder().setBucket(bucket);
  }

  static HoldRequest.Builder hold(long revision) {
    return HoldRequest.newBuilder()
        .setTenant(Requests.TENANT)
        .setKey(Requests.KEY)
        .setExpectedRevision(revision)
        .setWho(WHO)
        .setEvidence(EVIDENCE)
        .setName("case-7");
  }

  static ReleaseHoldRequest.Builder releaseHold() {
    return ReleaseHoldRequest.newBuilder()
        .setTenant(Requests.TENANT)
        .setKey(Requests.KEY)
        .setWho(WHO)
        .setEvidence(EVIDENCE)
        .setName("case-7");
  }

  static ResolveRequest.Builder resolve(long revision) {
    return ResolveRequest.newBuilder()
        .setTenant(Requests.TENANT)
        .setKey(Requests.KEY)
        .setExpectedRevision(revision)
        .setWho(WHO)
        .setEvidence(EVIDENCE)
        .setNotExecuted(NotExecuted.getDefaultInstance());
  }

  static ForceExpireRequest.Builder forceExpire(long revision) {
    return ForceExpireRequest.newBuilder()
        .setTenant(Requests.TENANT)
        .setKey(Requests.KEY)
        .setExpectedRevision(revision)
        .setWho(WHO)
        .setEvidence(EVIDENCE);
  }

  static RedactRequest.Builder redact(long revision) {
    return RedactRequest.newBuilder()
        .setTenant(Requests.TENANT)
        .setKey(Requests.KEY)
        .setExpectedRevision(revision)
        .setWho(WHO)
        .setEvidence(EVIDENCE);
  }

  /** Calls the method that takes such a request. */
  static Message send(OperatorServiceBlockingStub calls, Message request) {
    Message answer = sendAboutMany(calls, request);
    if (answer != null) {
      return answer;
    } else if (request instanceof HoldRequest hold) {
      return calls.hold(hold);
    } else if (request instanceof ReleaseHoldRequest release) {
      return calls.releaseHold(release);
    } else if (request instanceof ResolveRequest resolve) {
      return calls.resolve(resolve);
    } else if (request instanceof ForceExpireRequest forceExpire) {
      return calls.forceExpire(forceExpire);
    } else if (request instanceof RedactRequest redact) {
      return calls.redact(redact);
    }
    throw new AssertionError("no method takes " + request.getDescriptorForType().getName());
  }

  private static @Nullable Message sendAboutMany(
      OperatorServiceBlockingStub calls, Message request) {
    if (request instanceof GetPolicyRequest getPolicy) {
      return calls.getPolicy(getPolicy);
    } else if (request instanceof PutPolicyRequest putPolicy) {
      return calls.putPolicy(putPolicy);
    } else if (request instanceof FreezeRequest freeze) {
      return calls.freeze(freeze);
    } else if (request instanceof UnfreezeRequest unfreeze) {
      return calls.unfreeze(unfreeze);
    } else if (request instanceof CountStatesRequest count) {
      return calls.countStates(count);
    } else if (request instanceof ListRecordsRequest list) {
      return calls.listRecords(list);
    } else if (request instanceof FindByReferenceRequest find) {
      return calls.findByReference(find);
    } else if (request instanceof AuditRequest audit) {
      return calls.audit(audit);
    }
    return null;
  }
}
