"""A client in another language, written against the contract alone.

Usage: stranger.py HOST:PORT, with the generated stubs on PYTHONPATH. Prints one line for each check; exits 1 at the
first that fails. See ops/stranger/run.
"""

import sys
import uuid

import grpc
from google.protobuf import duration_pb2, timestamp_pb2
from google.rpc import status_pb2

import stranger_pb2
from onceward.v1 import idempotency_service_pb2 as api
from onceward.v1 import idempotency_service_pb2_grpc as stubs
from onceward.v1 import record_pb2 as records

TIMEOUT = 10
TENANT = "stranger-" + uuid.uuid4().hex[:8]
DIGEST = bytes(range(32))


def seconds(count):
    return duration_pb2.Duration(seconds=count)


def begin(key, attempt=None, **fields):
    return api.BeginRequest(**{
        "tenant": TENANT,
        "key": key,
        "operation": "order.create",
        "request_digest": DIGEST,
        "attempt_id": attempt or uuid.uuid4().hex,
        "owner": "stranger/1",
        "lease": seconds(60),
        **fields,
    })


def claim(request, answer):
    """What Complete, Fail and Renew say to name the claim that Begin granted."""
    return {
        "tenant": request.tenant,
        "key": request.key,
        "version": answer.record.version,
        "attempt_id": request.attempt_id,
    }


def equal(found, expected):
    if found != expected:
        raise AssertionError(f"found {found!r}, expected {expected!r}")


def details(status):
    """The ErrorInfo of a google.rpc.Status, and the fields that its BadRequest complains of."""
    info, fields = stranger_pb2.ErrorInfo(), []
    for any_detail in status.details:
        kind = any_detail.type_url.rpartition("/")[2]
        if kind == "google.rpc.ErrorInfo":
            info.ParseFromString(any_detail.value)
        elif kind == "google.rpc.BadRequest":
            bad = stranger_pb2.BadRequest.FromString(any_detail.value)
            fields = [violation.field for violation in bad.field_violations]
    return info, fields


def refused(call, request, code, reason):
    """Makes a call that must be refused; its ErrorInfo's metadata and the fields complained of."""
    try:
        answer = call(request, timeout=TIMEOUT)
    except grpc.RpcError as error:
        trailers = dict(error.trailing_metadata())
        info, fields = details(status_pb2.Status.FromString(trailers["grpc-status-details-bin"]))
        equal(error.code(), code)
        equal((info.domain, info.reason), ("onceward", reason))
        return dict(info.metadata), fields
    raise AssertionError(f"answered, not refused: {answer}")


def check_begin_and_complete(service):
    first = begin("K-8842", labels={"show": "S-204"})
    granted = service.Begin(first, timeout=TIMEOUT)
    equal(granted.decision, api.DECISION_EXECUTE)
    equal(granted.resumed, False)
    equal(granted.record.state, records.STATE_PROCESSING)
    equal((granted.record.attempt, granted.record.request_digest), (1, DIGEST))
    equal(dict(granted.record.labels), {"show": "S-204"})
    equal(granted.payload_bytes_max, 256 * 1024)

    resent = service.Begin(first, timeout=TIMEOUT)
    equal((resent.decision, resent.resumed), (api.DECISION_EXECUTE, True))
    equal(resent.record.version, granted.record.version)

    other = service.Begin(begin("K-8842"), timeout=TIMEOUT)
    equal(other.decision, api.DECISION_IN_PROGRESS)
    equal(other.record.owner, "stranger/1")
    equal(other.HasField("retry_after"), True)

    result = records.Result(payload=b'{"order":"O-501"}', content_type="application/json")
    complete = api.CompleteRequest(**claim(first, granted), result=result, references=["O-501"])
    done = service.Complete(complete, timeout=TIMEOUT)
    equal(done.record.state, records.STATE_SUCCEEDED)
    equal(service.Complete(complete, timeout=TIMEOUT).record.revision, done.record.revision)

    replay = service.Begin(begin("K-8842"), timeout=TIMEOUT)
    equal(replay.decision, api.DECISION_REPLAY)
    equal(replay.record.result.payload, b'{"order":"O-501"}')
    equal(list(replay.record.references), ["O-501"])

    conflict = api.CompleteRequest(**claim(first, granted), result=records.Result(payload=b"O-502"))
    refused(service.Complete, conflict, grpc.StatusCode.ALREADY_EXISTS, "RESULT_CONFLICT")


def check_other_parameters(service):
    service.Begin(begin("K-3"), timeout=TIMEOUT)
    for_three = begin("K-3", request_digest=b"three tickets")
    metadata, _ = refused(
        service.Begin, for_three, grpc.StatusCode.FAILED_PRECONDITION, "DIGEST_MISMATCH")
    equal(metadata["next"], "NEW_KEY")
    refund = begin("K-3", operation="order.refund")
    metadata, _ = refused(
        service.Begin, refund, grpc.StatusCode.FAILED_PRECONDITION, "OPERATION_MISMATCH")
    equal(metadata["operation"], "order.create")
    either = service.Begin(
        begin("K-3", request_digest=b"new recipe", alternate_digests=[DIGEST]), timeout=TIMEOUT)
    equal(either.decision, api.DECISION_IN_PROGRESS)


def check_fail_and_retry(service):
    first = begin("K-4")
    granted = service.Begin(first, timeout=TIMEOUT)
    failure = records.Failure(
        kind=records.FAILURE_KIND_RETRYABLE, code="gateway_down", message="no answer from the bank")
    fail = api.FailRequest(**claim(first, granted), failure=failure)
    failed = service.Fail(fail, timeout=TIMEOUT)
    equal(failed.record.state, records.STATE_FAILED_RETRYABLE)
    equal(failed.record.failure.code, "gateway_down")

    stale = service.Begin(begin("K-4", expected_version=1), timeout=TIMEOUT)
    equal(stale.decision, api.DECISION_RETRY_LATER)
    retry = begin("K-4", expected_version=granted.record.version)
    again = service.Begin(retry, timeout=TIMEOUT)
    equal((again.decision, again.record.attempt), (api.DECISION_EXECUTE, 2))
    if again.record.version <= granted.record.version:
        raise AssertionError("the fencing token has not risen")

    metadata, _ = refused(service.Fail, fail, grpc.StatusCode.ABORTED, "STALE_CLAIM")
    equal(metadata["current_version"], str(again.record.version))

    final = records.Failure(kind=records.FAILURE_KIND_FINAL, code="card_declined")
    service.Fail(api.FailRequest(**claim(retry, again), failure=final), timeout=TIMEOUT)
    replay = service.Begin(begin("K-4"), timeout=TIMEOUT)
    equal((replay.decision, replay.record.state), (api.DECISION_REPLAY, records.STATE_FAILED_FINAL))
    equal(replay.record.failure.code, "card_declined")


def check_renew(service):
    first = begin("K-5", on_lease_expiry=records.LEASE_EXPIRY_RETRY)
    granted = service.Begin(first, timeout=TIMEOUT)
    renew = api.RenewRequest(
        **claim(first, granted),
        lease=seconds(600),
        on_lease_expiry=records.LEASE_EXPIRY_HOLD,
        references=["O-777"])
    renewed = service.Renew(renew, timeout=TIMEOUT)
    equal(renewed.record.on_lease_expiry, records.LEASE_EXPIRY_HOLD)
    equal(renewed.record.version, granted.record.version)
    equal(list(renewed.record.references), ["O-777"])
    if not 590 <= renewed.lease_remaining.seconds <= 600:
        raise AssertionError(f"lease_remaining is {renewed.lease_remaining.seconds} s")


def check_get_and_retain(service):
    service.Begin(begin("K-6"), timeout=TIMEOUT)
    get = api.GetRequest(tenant=TENANT, key="K-6", operation="order.create", request_digest=DIGEST)
    equal(service.Get(get, timeout=TIMEOUT).record.state, records.STATE_PROCESSING)
    absent = api.GetRequest(tenant=TENANT, key="K-none")
    refused(service.Get, absent, grpc.StatusCode.NOT_FOUND, "NOT_FOUND")
    until = timestamp_pb2.Timestamp(seconds=4_000_000_000)
    retain = api.RetainRequest(tenant=TENANT, key="K-6", until=until, reason="dead letter 17")
    retained = service.Retain(retain, timeout=TIMEOUT).record
    equal((retained.key, retained.state), ("K-6", records.STATE_PROCESSING))
    equal(service.Retain(retain, timeout=TIMEOUT).record.revision, retained.revision)


def check_batch(service):
    first, second = begin("K-7"), begin("K-7")
    items = [
        api.BatchItem(begin=first),
        api.BatchItem(begin=second),
        api.BatchItem(get=api.GetRequest(tenant=TENANT, key="K-none")),
    ]
    results = service.Batch(api.BatchRequest(items=items), timeout=TIMEOUT).results
    equal([result.WhichOneof("result") for result in results], ["begin", "begin", "error"])
    equal(results[0].begin.decision, api.DECISION_EXECUTE)
    equal(results[1].begin.decision, api.DECISION_IN_PROGRESS)
    equal(results[2].error.code, grpc.StatusCode.NOT_FOUND.value[0])
    equal(details(results[2].error)[0].reason, "NOT_FOUND")


def check_invalid_fields(service):
    no_digest = begin("K-8", request_digest=b"")
    metadata, fields = refused(
        service.Begin, no_digest, grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD")
    equal((metadata["field"], fields), ("request_digest", ["request_digest"]))
    short_lease = begin("K-8", lease=seconds(0))
    metadata, _ = refused(
        service.Begin, short_lease, grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD")
    equal(metadata["field"], "lease")


def check_health(channel):
    check = channel.unary_unary(
        "/grpc.health.v1.Health/Check",
        request_serializer=stranger_pb2.HealthCheckRequest.SerializeToString,
        response_deserializer=stranger_pb2.HealthCheckResponse.FromString)
    for service in ("", "onceward.v1.IdempotencyService"):
        request = stranger_pb2.HealthCheckRequest(service=service)
        equal(check(request, timeout=TIMEOUT).status, 1)


def check_reflection(channel):
    for version in ("v1", "v1alpha"):
        info = channel.stream_stream(
            f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo",
            request_serializer=stranger_pb2.ServerReflectionRequest.SerializeToString,
            response_deserializer=stranger_pb2.ServerReflectionResponse.FromString)
        request = stranger_pb2.ServerReflectionRequest(list_services="*")
        answer = next(info(iter([request]), timeout=TIMEOUT))
        names = [service.name for service in answer.list_services_response.service]
        if "onceward.v1.IdempotencyService" not in names:
            raise AssertionError(f"reflection by {version} lists only {names}")


def main(target):
    with grpc.insecure_channel(target) as channel:
        service = stubs.IdempotencyServiceStub(channel)
        checks = [
            ("Begin, Complete, replay, conflict", check_begin_and_complete, service),
            ("other parameters are refused", check_other_parameters, service),
            ("Fail, retry by version, stale claim", check_fail_and_retry, service),
            ("Renew switches to HOLD", check_renew, service),
            ("Get and Retain", check_get_and_retain, service),
            ("Batch", check_batch, service),
            ("invalid fields are named", check_invalid_fields, service),
            ("grpc.health.v1", check_health, channel),
            ("server reflection", check_reflection, channel),
        ]
        for name, check, subject in checks:
            try:
                check(subject)
            except (AssertionError, grpc.RpcError) as failure:
                print(f"FAILED  {name}: {failure}")
                return 1
            print(f"ok      {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
