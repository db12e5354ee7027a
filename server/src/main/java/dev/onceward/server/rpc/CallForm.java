package dev.onceward.server.rpc;

import dev.onceward.server.record.Answer;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.CompleteResponse;
import dev.onceward.v1.FailRequest;
import dev.onceward.v1.FailResponse;
import dev.onceward.v1.ForceExpireRequest;
import dev.onceward.v1.ForceExpireResponse;
import dev.onceward.v1.GetRequest;
import dev.onceward.v1.GetResponse;
import dev.onceward.v1.HoldRequest;
import dev.onceward.v1.HoldResponse;
import dev.onceward.v1.RedactRequest;
import dev.onceward.v1.RedactResponse;
import dev.onceward.v1.ReleaseHoldRequest;
import dev.onceward.v1.ReleaseHoldResponse;
import dev.onceward.v1.RenewRequest;
import dev.onceward.v1.RenewResponse;
import dev.onceward.v1.ResolveRequest;
import dev.onceward.v1.ResolveResponse;
import dev.onceward.v1.RetainRequest;
import dev.onceward.v1.RetainResponse;
import org.jspecify.annotations.Nullable;

/** One call of the contract about one record: how its request is read and its answer written. */
record CallForm<Q, R>(Reader<Q> reader, Writer<R> writer) {
  static final CallForm<BeginRequest, BeginResponse> BEGIN =
      new CallForm<>(BeginFields::read, Responses::begin);
  static final CallForm<CompleteRequest, CompleteResponse> COMPLETE =
      new CallForm<>(ClaimFields::complete, Responses::complete);
  static final CallForm<FailRequest, FailResponse> FAIL =
      new CallForm<>(ClaimFields::fail, Responses::fail);
  static final CallForm<RenewRequest, RenewResponse> RENEW =
      new CallForm<>(ClaimFields::renew, Responses::renew);
  static final CallForm<GetRequest, GetResponse> GET =
      new CallForm<>(LookupFields::get, Responses::get);
  static final CallForm<RetainRequest, RetainResponse> RETAIN =
      new CallForm<>(LookupFields::retain, Responses::retain);
  static final CallForm<HoldRequest, HoldResponse> HOLD =
      new CallForm<>(InterventionFields::hold, Responses::hold);
  static final CallForm<ReleaseHoldRequest, ReleaseHoldResponse> RELEASE_HOLD =
      new CallForm<>(InterventionFields::release, Responses::release);
  static final CallForm<ResolveRequest, ResolveResponse> RESOLVE =
      new CallForm<>(InterventionFields::resolve, Responses::resolve);
  static final CallForm<ForceExpireRequest, ForceExpireResponse> FORCE_EXPIRE =
      new CallForm<>(InterventionFields::forceExpire, Responses::forceExpire);
  static final CallForm<RedactRequest, RedactResponse> REDACT =
      new CallForm<>(InterventionFields::redact, Responses::redact);

  /** Reads a request. */
  @FunctionalInterface
  interface Reader<Q> {
    /** The question; null if {@code checks} found something. */
    @Nullable Question read(Q request, FieldChecks checks);
  }

  /** Writes a response. */
  @FunctionalInterface
  interface Writer<R> {
    /** The response to an answer that is no refusal. */
    R write(Answer answer, boolean withPayload);
  }
}
