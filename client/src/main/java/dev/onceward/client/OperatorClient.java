package dev.onceward.client;

import dev.onceward.v1.AuditRequest;
import dev.onceward.v1.AuditResponse;
import dev.onceward.v1.CountStatesRequest;
import dev.onceward.v1.CountStatesResponse;
import dev.onceward.v1.FindByReferenceRequest;
import dev.onceward.v1.FindByReferenceResponse;
import dev.onceward.v1.ForceExpireRequest;
import dev.onceward.v1.ForceExpireResponse;
import dev.onceward.v1.FreezeRequest;
import dev.onceward.v1.FreezeResponse;
import dev.onceward.v1.GetPolicyRequest;
import dev.onceward.v1.GetPolicyResponse;
import dev.onceward.v1.HoldRequest;
import dev.onceward.v1.HoldResponse;
import dev.onceward.v1.ListRecordsRequest;
import dev.onceward.v1.ListRecordsResponse;
import dev.onceward.v1.OperatorServiceGrpc;
import dev.onceward.v1.PutPolicyRequest;
import dev.onceward.v1.PutPolicyResponse;
import dev.onceward.v1.RedactRequest;
import dev.onceward.v1.RedactResponse;
import dev.onceward.v1.ReleaseHoldRequest;
import dev.onceward.v1.ReleaseHoldResponse;
import dev.onceward.v1.ResolveRequest;
import dev.onceward.v1.ResolveResponse;
import dev.onceward.v1.UnfreezeRequest;
import dev.onceward.v1.UnfreezeResponse;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.function.Function;

/**
 * The operators' calls, for a thread that blocks: people and their tools wait for each answer.
 * Thread-safe.
 *
 * <p>Each call has the client's deadline, is sent again while the server is UNAVAILABLE, and is
 * safe to repeat as it is. Every method throws {@link OncewardException}. An interrupted thread
 * gives the call up, keeps its interrupt flag, and gets the code CANCELLED; an unanswered call may
 * or may not have been carried out.
 */
public final class OperatorClient {
  private final UnaryCalls calls;
  private final Duration timeout;

  OperatorClient(UnaryCalls calls, Duration timeout) {
    this.calls = calls;
    this.timeout = timeout;
  }

  /** Reads what is laid down for a tenant. */
  public GetPolicyResponse getPolicy(GetPolicyRequest request) {
    return call(OperatorServiceGrpc.getGetPolicyMethod(), request);
  }

  /** Replaces a tenant's policy as a whole. */
  public PutPolicyResponse putPolicy(PutPolicyRequest request) {
    return call(OperatorServiceGrpc.getPutPolicyMethod(), request);
  }

  /** Counts a tenant's records, exactly, at one moment. */
  public CountStatesResponse countStates(CountStatesRequest request) {
    return call(OperatorServiceGrpc.getCountStatesMethod(), request);
  }

  /** A page of the records that have been in one state for some time. */
  public ListRecordsResponse listRecords(ListRecordsRequest request) {
    return call(OperatorServiceGrpc.getListRecordsMethod(), request);
  }

  /** A page of what stands under a business number, archived records too. */
  public FindByReferenceResponse findByReference(FindByReferenceRequest request) {
    return call(OperatorServiceGrpc.getFindByReferenceMethod(), request);
  }

  /** Keeps a record as it is. */
  public HoldResponse hold(HoldRequest request) {
    return call(OperatorServiceGrpc.getHoldMethod(), request);
  }

  /** Takes a hold back. */
  public ReleaseHoldResponse releaseHold(ReleaseHoldRequest request) {
    return call(OperatorServiceGrpc.getReleaseHoldMethod(), request);
  }

  /** Lets no work start under a tenant or some of its keys. */
  public FreezeResponse freeze(FreezeRequest request) {
    return call(OperatorServiceGrpc.getFreezeMethod(), request);
  }

  /** Takes freezes back. */
  public UnfreezeResponse unfreeze(UnfreezeRequest request) {
    return call(OperatorServiceGrpc.getUnfreezeMethod(), request);
  }

  /** Settles a doubt by what a person has found out. */
  public ResolveResponse resolve(ResolveRequest request) {
    return call(OperatorServiceGrpc.getResolveMethod(), request);
  }

  /** Ends a claim as if its lease had ended; its holder may still be at work. */
  public ForceExpireResponse forceExpire(ForceExpireRequest request) {
    return call(OperatorServiceGrpc.getForceExpireMethod(), request);
  }

  /** Removes a record's payload and labels for good. */
  public RedactResponse redact(RedactRequest request) {
    return call(OperatorServiceGrpc.getRedactMethod(), request);
  }

  /** Takes one bounded step of an audit of the store. */
  public AuditResponse audit(AuditRequest request) {
    return call(OperatorServiceGrpc.getAuditMethod(), request);
  }

  private <Q, R> R call(MethodDescriptor<Q, R> method, Q request) {
    return BlockingClient.await(calls.start(method, request, timeout, Function.identity()));
  }
}
