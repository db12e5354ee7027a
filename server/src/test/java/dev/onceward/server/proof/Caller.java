package dev.onceward.server.proof;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import dev.onceward.v1.BeginRequest;
import dev.onceward.v1.BeginResponse;
import dev.onceward.v1.CompleteRequest;
import dev.onceward.v1.FailRequest;
import dev.onceward.v1.Failure;
import dev.onceward.v1.FailureKind;
import dev.onceward.v1.IdempotencyServiceGrpc;
import dev.onceward.v1.LeaseExpiry;
import dev.onceward.v1.Record;
import dev.onceward.v1.RenewRequest;
import dev.onceward.v1.Result;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A business service that carries out intents as the contract asks: it begins before its effect,
 * holds the claim when it comes to it, has it only within its lease by its own monotonic clock,
 * sends every call again while it does not know, and asks what was really done before it settles a
 * doubt. It may die at every step.
 */
final class Caller {
  private static final java.time.Duration TIMEOUT = java.time.Duration.ofSeconds(3);
  private static final int RESENDS_MAX = 6;
  private static final int ATTEMPTS_MAX = 12;

  private final World world;
  private final Network network;
  private final List<Node> nodes;
  private final Auditor auditor;
  private final Effects effects;
  private final String name;
  private int attempts;

  Caller(World world, Network network, List<Node> nodes, Judgement judgement, String name) {
    this.world = world;
    this.network = network;
    this.nodes = nodes;
    this.auditor = judgement.auditor();
    this.effects = judgement.effects();
    this.name = name;
  }

  /** Whoever keeps the truth. */
  record Judgement(Auditor auditor, Effects effects) {}

  /** Sees to an intent, until it has an end or the caller gives up. */
  void seeTo(String key) {
    new Intent(key).begin();
  }

  private Node anyNode() {
    return nodes.get(world.below(nodes.size()));
  }

  private boolean dies() {
    return world.chance(0.04);
  }

  /** One intent in this caller's hands. */
  private final class Intent {
    private final String key;
    private int tries;

    Intent(String key) {
      this.key = key;
    }

    private void later(java.time.Duration pause, Runnable then) {
      world.after(pause, then);
    }

    void begin() {
      if (tries++ < ATTEMPTS_MAX) {
        new Attempt(this, "attempt-" + name + "-" + attempts++ + "-0123456789").begin(RESENDS_MAX);
      }
    }

    void beginLater() {
      later(
          world.between(java.time.Duration.ofMillis(5), java.time.Duration.ofSeconds(8)),
          this::begin);
    }
  }

  /** One attempt of an intent. */
  private final class Attempt {
    private final Intent intent;
    private final String id;
    private final boolean careless = world.chance(0.5);
    private final int leaseSeconds = 1 + world.below(20);
    private long version;
    private long deadlineNanos;

    Attempt(Intent intent, String id) {
      this.intent = intent;
      this.id = id;
    }

    private String key() {
      return intent.key;
    }

    void begin(int resends) {
      BeginRequest request =
          BeginRequest.newBuilder()
              .setTenant("tickets")
              .setKey(key())
              .setOperation("order.confirm")
              .setRequestDigest(ByteString.copyFromUtf8("digest of " + key()))
              .setAttemptId(id)
              .setOwner(name)
              .setLease(Duration.newBuilder().setSeconds(leaseSeconds))
              .setWait(Duration.newBuilder().setSeconds(world.chance(0.3) ? 2 : 0))
              .setOnLeaseExpiry(
                  careless ? LeaseExpiry.LEASE_EXPIRY_HOLD : LeaseExpiry.LEASE_EXPIRY_RETRY)
              .build();
      long sentNanos = world.nanoTime();
      Auditor.Before before = auditor.sending(key());
      network.call(
          anyNode(),
          IdempotencyServiceGrpc.getBeginMethod(),
          request,
          TIMEOUT.plusSeconds(request.getWait().getSeconds()),
          heard -> {
            world.note(key() + " begin " + heard.status().getCode());
            if (heard.answer() != null) {
              auditor.begun(id, before, heard.answer());
              begun(heard.answer(), sentNanos);
            } else if (isUnknown(heard.status()) && resends > 0) {
              intent.later(pause(), () -> begin(resends - 1));
            } else {
              refused("Begin", heard);
              intent.beginLater();
            }
          });
    }

    private void begun(BeginResponse answer, long sentNanos) {
      switch (answer.getDecision()) {
        case DECISION_EXECUTE -> {
          version = answer.getRecord().getVersion();
          deadlineNanos = sentNanos + nanos(answer.getLeaseRemaining());
          if (!dies()) {
            work();
          }
        }
        case DECISION_IN_PROGRESS, DECISION_RETRY_LATER -> intent.beginLater();
        case DECISION_IN_DOUBT -> settle(answer.getRecord());
        default -> {}
      }
    }

    private void work() {
      intent.later(
          world.between(java.time.Duration.ZERO, java.time.Duration.ofSeconds(leaseSeconds)),
          () -> {
            if (world.chance(0.15)) {
              fail(FailureKind.FAILURE_KIND_RETRYABLE, RESENDS_MAX);
            } else if (world.chance(0.05)) {
              fail(FailureKind.FAILURE_KIND_FINAL, RESENDS_MAX);
            } else if (careless && world.chance(0.6)) {
              effect();
            } else {
              renewThenEffect(RESENDS_MAX);
            }
          });
    }

    private void renewThenEffect(int resends) {
      RenewRequest request =
          RenewRequest.newBuilder()
              .setTenant("tickets")
              .setKey(key())
              .setVersion(version)
              .setAttemptId(id)
              .setLease(Duration.newBuilder().setSeconds(leaseSeconds))
              .setOnLeaseExpiry(LeaseExpiry.LEASE_EXPIRY_HOLD)
              .build();
      long sentNanos = world.nanoTime();
      Auditor.Before before = auditor.sending(key());
      network.call(
          anyNode(),
          IdempotencyServiceGrpc.getRenewMethod(),
          request,
          TIMEOUT,
          heard -> {
            world.note(key() + " renew " + heard.status().getCode());
            if (heard.answer() != null) {
              auditor.told(before, heard.answer().getRecord());
              deadlineNanos = sentNanos + nanos(heard.answer().getLeaseRemaining());
              effect();
            } else if (isUnknown(heard.status()) && resends > 0) {
              intent.later(pause(), () -> renewThenEffect(resends - 1));
            } else {
              refused("Renew", heard);
              intent.beginLater();
            }
          });
    }

    private void effect() {
      if (world.nanoTime() >= deadlineNanos) {
        intent.beginLater();
        return;
      }
      Effects.Effect effect = effects.happen(key(), version);
      world.note(key() + " effect " + version);
      if (dies()) {
        return;
      }
      if (world.chance(0.05)) {
        fail(FailureKind.FAILURE_KIND_UNKNOWN, RESENDS_MAX);
      } else {
        complete(version, id, effect.result(), RESENDS_MAX);
      }
    }

    private void complete(long ofVersion, String attemptId, String result, int resends) {
      CompleteRequest request =
          CompleteRequest.newBuilder()
              .setTenant("tickets")
              .setKey(key())
              .setVersion(ofVersion)
              .setAttemptId(attemptId)
              .setResult(Result.newBuilder().setPayload(ByteString.copyFromUtf8(result)))
              .build();
      auditor.sendingComplete(key(), ofVersion, result);
      Auditor.Before before = auditor.sending(key());
      network.call(
          anyNode(),
          IdempotencyServiceGrpc.getCompleteMethod(),
          request,
          TIMEOUT,
          heard -> {
            world.note(key() + " complete " + heard.status().getCode());
            if (heard.answer() != null) {
              auditor.told(before, heard.answer().getRecord());
            } else if (isUnknown(heard.status()) && resends > 0) {
              intent.later(pause(), () -> complete(ofVersion, attemptId, result, resends - 1));
            } else {
              refused("Complete", heard);
              intent.beginLater();
            }
          });
    }

    private void fail(FailureKind kind, int resends) {
      fail(version, id, kind, resends);
    }

    private void fail(long ofVersion, String attemptId, FailureKind kind, int resends) {
      FailRequest request =
          FailRequest.newBuilder()
              .setTenant("tickets")
              .setKey(key())
              .setVersion(ofVersion)
              .setAttemptId(attemptId)
              .setFailure(Failure.newBuilder().setKind(kind).setCode("declined"))
              .build();
      auditor.sendingFail(key(), ofVersion, kind == FailureKind.FAILURE_KIND_FINAL);
      Auditor.Before before = auditor.sending(key());
      network.call(
          anyNode(),
          IdempotencyServiceGrpc.getFailMethod(),
          request,
          TIMEOUT,
          heard -> {
            world.note(key() + " fail " + heard.status().getCode());
            if (heard.answer() != null) {
              auditor.told(before, heard.answer().getRecord());
              intent.beginLater();
            } else if (isUnknown(heard.status()) && resends > 0) {
              intent.later(pause(), () -> fail(ofVersion, attemptId, kind, resends - 1));
            } else {
              refused("Fail", heard);
              intent.beginLater();
            }
          });
    }

    /** Finds out what was really done. The lease is over, so nobody can be about to do it. */
    private void settle(Record doubted) {
      intent.later(
          // The last holder believes in its claim no longer than its own clock tells it to.
          java.time.Duration.ofSeconds(25),
          () -> {
            Effects.Effect effect = effects.of(key());
            if (effect != null) {
              complete(doubted.getVersion(), "", effect.result(), RESENDS_MAX);
            } else {
              fail(doubted.getVersion(), "", FailureKind.FAILURE_KIND_RETRYABLE, RESENDS_MAX);
            }
          });
    }

    private void refused(String call, Network.Heard<?> heard) {
      String reason = reason(heard);
      switch (reason) {
        case "DIGEST_MISMATCH",
            "OPERATION_MISMATCH",
            "RESULT_CONFLICT",
            "INVALID_FIELD",
            "INTERNAL",
            "RECORD_CORRUPT" ->
            throw new Broken(
                "nobody is refused for what he did not do", call + " of " + key() + ": " + reason);
        default -> {}
      }
    }
  }

  private java.time.Duration pause() {
    return world.between(java.time.Duration.ofMillis(20), java.time.Duration.ofSeconds(1));
  }

  private static long nanos(Duration duration) {
    return duration.getSeconds() * 1_000_000_000L + duration.getNanos();
  }

  /** Whether the same call, sent again, would tell more. */
  private static boolean isUnknown(Status status) {
    return status.getCode() == Status.Code.UNAVAILABLE
        || status.getCode() == Status.Code.DEADLINE_EXCEEDED;
  }

  private static String reason(Network.Heard<?> heard) {
    if (heard.trailers() == null) {
      return heard.status().getCode().name();
    }
    com.google.rpc.@Nullable Status status =
        StatusProto.fromStatusAndTrailers(heard.status(), heard.trailers());
    if (status == null) {
      return heard.status().getCode().name();
    }
    return status.getDetailsList().stream()
        .filter(detail -> detail.is(ErrorInfo.class))
        .map(Caller::reasonOf)
        .findFirst()
        .orElse(heard.status().getCode().name());
  }

  private static String reasonOf(Any detail) {
    try {
      return detail.unpack(ErrorInfo.class).getReason();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
