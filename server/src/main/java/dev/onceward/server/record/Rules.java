package dev.onceward.server.record;

import static dev.onceward.server.record.Command.Kind.BEGIN;
import static dev.onceward.server.record.Command.Kind.COMPLETE;
import static dev.onceward.server.record.Command.Kind.FAIL;
import static dev.onceward.server.record.Command.Kind.FORCE_EXPIRE;
import static dev.onceward.server.record.Command.Kind.GET;
import static dev.onceward.server.record.Command.Kind.HOLD;
import static dev.onceward.server.record.Command.Kind.REDACT;
import static dev.onceward.server.record.Command.Kind.RELEASE;
import static dev.onceward.server.record.Command.Kind.RENEW;
import static dev.onceward.server.record.Command.Kind.RESOLVE;
import static dev.onceward.server.record.Command.Kind.RETAIN;
import static dev.onceward.server.record.Condition.ALWAYS;
import static dev.onceward.server.record.Situation.ABSENT;
import static dev.onceward.server.record.Situation.ARCHIVED;
import static dev.onceward.server.record.Situation.FAILED_FINAL;
import static dev.onceward.server.record.Situation.FAILED_RETRYABLE;
import static dev.onceward.server.record.Situation.IN_DOUBT;
import static dev.onceward.server.record.Situation.PROCESSING;
import static dev.onceward.server.record.Situation.SUCCEEDED;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toUnmodifiableList;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The table of rules: all that a command can do to a record. For each situation and call the first
 * row whose condition holds decides; the last one always holds, so there is an answer to
 * everything.
 *
 * <p>What is not in it is {@link Aging}, what time does by itself, which comes before.
 */
public final class Rules {
  /** The rows, in the order in which they are tried. */
  public static final List<Rule> ALL;

  /** All but absence. */
  private static final List<Situation> SEEN =
      List.of(PROCESSING, SUCCEEDED, FAILED_RETRYABLE, FAILED_FINAL, IN_DOUBT, ARCHIVED);

  private static final Map<Situation, Map<Command.Kind, List<Rule>>> INDEX;

  static {
    List<Rule> rows = new ArrayList<>();
    begin(new Section(rows, BEGIN));
    complete(new Section(rows, COMPLETE));
    fail(new Section(rows, FAIL));
    renew(new Section(rows, RENEW));
    get(new Section(rows, GET));
    retain(new Section(rows, RETAIN));
    hold(new Section(rows, HOLD));
    release(new Section(rows, RELEASE));
    resolve(new Section(rows, RESOLVE));
    forceExpire(new Section(rows, FORCE_EXPIRE));
    redact(new Section(rows, REDACT));
    ALL = List.copyOf(rows);
    INDEX = index(ALL);
  }

  private Rules() {}

  private static void begin(Section s) {
    granting(s.in(ABSENT).on(Condition.EXPECTS_A_VERSION, Effect.REFUSE_NOT_FOUND))
        .on(ALWAYS, Effect.CLAIM);
    sameIntent(s.in(PROCESSING))
        .on(Condition.OWN_ATTEMPT_FROZEN, Effect.REFUSE_FROZEN)
        .on(Condition.OWN_ATTEMPT_CLOCK_UNTRUSTED, Effect.REFUSE_CLOCK)
        .on(Condition.OWN_ATTEMPT, Effect.RESUME)
        .on(ALWAYS, Effect.IN_PROGRESS);
    granting(
            sameIntent(s.in(FAILED_RETRYABLE))
                .on(Condition.SPENT_BY_EXPIRY, Effect.REFUSE_LEASE_LOST)
                .on(Condition.SPENT, Effect.REFUSE_ALREADY_FAILED)
                .on(Condition.TOO_EARLY, Effect.RETRY_LATER)
                .on(Condition.EXPECTS_OTHER_VERSION, Effect.RETRY_LATER)
                .on(Condition.EXHAUSTED_BY_EXPIRY, Effect.EXHAUST_INTO_DOUBT)
                .on(Condition.EXHAUSTED, Effect.EXHAUST)
                .on(Condition.VERSION_WANTED, Effect.REFUSE_WITHOUT_VERSION))
        .on(ALWAYS, Effect.CLAIM_AGAIN);
    sameIntent(s.in(SUCCEEDED)).on(ALWAYS, Effect.REPLAY);
    sameIntent(s.in(FAILED_FINAL)).on(ALWAYS, Effect.REPLAY);
    sameIntent(s.in(IN_DOUBT)).on(ALWAYS, Effect.IN_DOUBT);
    sameIntent(s.in(ARCHIVED)).on(ALWAYS, Effect.REFUSE_ARCHIVED);
  }

  private static void complete(Section s) {
    s.in(ABSENT).on(ALWAYS, Effect.REFUSE_NOT_FOUND);
    s.in(ARCHIVED).on(ALWAYS, Effect.REFUSE_ARCHIVED);
    ownClaim(s.in(PROCESSING))
        .on(Condition.ATTEMPT_MISSING, Effect.REFUSE_WITHOUT_ATTEMPT)
        .on(Condition.TOO_MANY_REFERENCES, Effect.REFUSE_REFERENCES)
        .on(ALWAYS, Effect.SUCCEED);
    ownClaim(s.in(FAILED_RETRYABLE))
        .on(Condition.ATTEMPT_MISSING, Effect.REFUSE_WITHOUT_ATTEMPT)
        .on(Condition.TOO_MANY_REFERENCES, Effect.REFUSE_REFERENCES)
        .on(ALWAYS, Effect.SUCCEED);
    ownClaim(s.in(IN_DOUBT))
        .on(Condition.TOO_MANY_REFERENCES, Effect.REFUSE_REFERENCES)
        .on(ALWAYS, Effect.SUCCEED);
    ownClaim(s.in(FAILED_FINAL)).on(ALWAYS, Effect.REFUSE_ALREADY_FAILED);
    ownClaim(s.in(SUCCEEDED))
        .on(Condition.SAME_RESULT, Effect.TELL)
        .on(ALWAYS, Effect.REFUSE_RESULT_CONFLICT);
  }

  private static void fail(Section s) {
    s.in(ABSENT).on(ALWAYS, Effect.REFUSE_NOT_FOUND);
    s.in(ARCHIVED).on(ALWAYS, Effect.REFUSE_ARCHIVED);
    byKind(ownClaim(s.in(PROCESSING)).on(Condition.ATTEMPT_MISSING, Effect.REFUSE_WITHOUT_ATTEMPT));
    byKind(
        ownClaim(s.in(FAILED_RETRYABLE))
            .on(Condition.SAME_FAILURE, Effect.TELL)
            .on(Condition.FAILURE_CERTAIN, Effect.REFUSE_ALREADY_FAILED)
            .on(Condition.ATTEMPT_MISSING, Effect.REFUSE_WITHOUT_ATTEMPT));
    byKind(ownClaim(s.in(IN_DOUBT)).on(Condition.SAME_FAILURE, Effect.TELL));
    ownClaim(s.in(FAILED_FINAL))
        .on(Condition.SAME_FAILURE, Effect.TELL)
        .on(ALWAYS, Effect.REFUSE_ALREADY_FAILED);
    ownClaim(s.in(SUCCEEDED)).on(ALWAYS, Effect.REFUSE_ALREADY_SUCCEEDED);
  }

  private static void renew(Section s) {
    s.in(ABSENT).on(ALWAYS, Effect.REFUSE_NOT_FOUND);
    s.in(ARCHIVED).on(ALWAYS, Effect.REFUSE_ARCHIVED);
    ownClaim(s.in(PROCESSING))
        .on(Condition.ATTEMPT_MISSING, Effect.REFUSE_WITHOUT_ATTEMPT)
        .on(Condition.TOO_MANY_REFERENCES, Effect.REFUSE_REFERENCES)
        .on(Condition.LEASE_TOO_LONG, Effect.REFUSE_LEASE)
        .on(Condition.SWITCH_FROZEN, Effect.REFUSE_FROZEN)
        .on(Condition.CLOCK_UNTRUSTED, Effect.REFUSE_CLOCK)
        .on(Condition.NOTHING_NEW, Effect.TELL_CLAIM)
        .on(ALWAYS, Effect.EXTEND);
    ownClaim(s.in(FAILED_RETRYABLE)).on(ALWAYS, Effect.REFUSE_LEASE_LOST);
    ownClaim(s.in(IN_DOUBT)).on(ALWAYS, Effect.REFUSE_LEASE_LOST);
    ownClaim(s.in(FAILED_FINAL)).on(ALWAYS, Effect.REFUSE_ALREADY_FINISHED);
    ownClaim(s.in(SUCCEEDED)).on(ALWAYS, Effect.REFUSE_ALREADY_FINISHED);
  }

  private static void get(Section s) {
    s.in(ABSENT).on(ALWAYS, Effect.REFUSE_NOT_FOUND);
    for (Situation situation : SEEN) {
      sameIntent(s.in(situation)).on(ALWAYS, Effect.TELL);
    }
  }

  private static void retain(Section s) {
    s.in(ABSENT).on(ALWAYS, Effect.REFUSE_NOT_FOUND);
    for (Situation situation : SEEN) {
      s.in(situation).on(Condition.RETAINED_ALREADY, Effect.TELL).on(ALWAYS, Effect.RETAIN);
    }
  }

  private static void hold(Section s) {
    s.in(ABSENT).on(ALWAYS, Effect.REFUSE_NOT_FOUND);
    for (Situation situation : SEEN) {
      asExpected(s.in(situation).on(Condition.SAME_HOLD, Effect.TELL))
          .on(Condition.HOLD_OVER, Effect.REFUSE_HOLD_OVER)
          .on(Condition.TOO_MANY_HOLDS, Effect.REFUSE_HOLDS)
          .on(ALWAYS, Effect.HOLD);
    }
  }

  private static void release(Section s) {
    s.in(ABSENT).on(ALWAYS, Effect.REFUSE_NOT_FOUND);
    for (Situation situation : SEEN) {
      asExpected(s.in(situation).on(Condition.NO_SUCH_HOLD, Effect.TELL))
          .on(ALWAYS, Effect.RELEASE);
    }
  }

  private static void resolve(Section s) {
    s.in(ABSENT).on(ALWAYS, Effect.REFUSE_NOT_FOUND);
    s.in(ARCHIVED).on(ALWAYS, Effect.REFUSE_ARCHIVED);
    s.in(PROCESSING).on(ALWAYS, Effect.REFUSE_NOT_IN_DOUBT);
    for (Situation situation : List.of(FAILED_RETRYABLE, SUCCEEDED, FAILED_FINAL)) {
      s.in(situation)
          .on(Condition.SAME_RESOLUTION, Effect.TELL)
          .on(Condition.RESOLVED_OTHERWISE, Effect.REFUSE_ALREADY_RESOLVED)
          .on(ALWAYS, Effect.REFUSE_NOT_IN_DOUBT);
    }
    asExpected(s.in(IN_DOUBT))
        .on(Condition.TOO_MANY_REFERENCES, Effect.REFUSE_REFERENCES)
        .on(Condition.FOUND_SUCCEEDED, Effect.RESOLVE_SUCCEEDED)
        .on(Condition.FOUND_FAILED, Effect.RESOLVE_FAILED)
        .on(ALWAYS, Effect.RESOLVE_NOT_EXECUTED);
  }

  private static void forceExpire(Section s) {
    s.in(ABSENT).on(ALWAYS, Effect.REFUSE_NOT_FOUND);
    s.in(ARCHIVED).on(ALWAYS, Effect.REFUSE_ARCHIVED);
    asExpected(s.in(PROCESSING))
        .on(Condition.TO_BE_HELD, Effect.FORCE_INTO_DOUBT)
        .on(ALWAYS, Effect.FORCE_EXPIRE);
    for (Situation situation : List.of(FAILED_RETRYABLE, IN_DOUBT)) {
      s.in(situation)
          .on(Condition.ENDED_BY_EXPIRY, Effect.TELL)
          .on(ALWAYS, Effect.REFUSE_ALREADY_FINISHED);
    }
    s.in(SUCCEEDED).on(ALWAYS, Effect.REFUSE_ALREADY_FINISHED);
    s.in(FAILED_FINAL).on(ALWAYS, Effect.REFUSE_ALREADY_FINISHED);
  }

  private static void redact(Section s) {
    s.in(ABSENT).on(ALWAYS, Effect.REFUSE_NOT_FOUND);
    s.in(ARCHIVED).on(ALWAYS, Effect.TELL);
    for (Situation situation : SEEN) {
      if (situation != ARCHIVED) {
        asExpected(s.in(situation).on(Condition.NOTHING_TO_REDACT, Effect.TELL))
            .on(Condition.IS_HELD, Effect.REFUSE_HELD)
            .on(ALWAYS, Effect.REDACT);
      }
    }
  }

  /** An operator acts on what he saw, or not at all. */
  private static Section asExpected(Section s) {
    return s.on(Condition.OTHER_REVISION, Effect.REFUSE_REVISION);
  }

  /** What stands between a Begin that may claim and its claim. */
  private static Section granting(Section s) {
    return s.on(Condition.LEASE_TOO_LONG, Effect.REFUSE_LEASE)
        .on(Condition.FROZEN, Effect.REFUSE_FROZEN)
        .on(Condition.CLOCK_UNTRUSTED, Effect.REFUSE_CLOCK);
  }

  /** A key stands for one intent, in every state. */
  private static Section sameIntent(Section s) {
    return s.on(Condition.OTHER_OPERATION, Effect.REFUSE_OPERATION)
        .on(Condition.OTHER_DIGEST, Effect.REFUSE_DIGEST);
  }

  /** Only the last claim's holder may speak for it. */
  private static Section ownClaim(Section s) {
    return s.on(Condition.NOT_THE_CLAIM, Effect.REFUSE_STALE);
  }

  private static void byKind(Section s) {
    s.on(Condition.RETRYABLE, Effect.FAIL_RETRYABLE)
        .on(Condition.FINAL, Effect.FAIL_FINAL)
        .on(ALWAYS, Effect.FAIL_UNKNOWN);
  }

  /** The first rule that holds for {@code question}. */
  static Rule matching(Case question) {
    Situation situation = question.situation();
    for (Rule rule : of(situation, question.command().kind())) {
      if (rule.condition().holds(question)) {
        return rule;
      }
    }
    throw new AssertionError("no rule for " + question.command().kind() + " in " + situation);
  }

  /** The rows for one situation and call, in the order in which they are tried. */
  public static List<Rule> of(Situation situation, Command.Kind call) {
    return INDEX.getOrDefault(situation, Map.of()).getOrDefault(call, List.of());
  }

  private static Map<Situation, Map<Command.Kind, List<Rule>>> index(List<Rule> rows) {
    return rows.stream()
        .collect(
            groupingBy(
                Rule::situation,
                () -> new EnumMap<>(Situation.class),
                groupingBy(
                    Rule::call, () -> new EnumMap<>(Command.Kind.class), toUnmodifiableList())));
  }

  /** The rows of one situation under one call, while the table is being written down. */
  private static final class Section {
    private final List<Rule> rows;
    private final Command.Kind call;
    private Situation situation = ABSENT;

    Section(List<Rule> rows, Command.Kind call) {
      this.rows = rows;
      this.call = call;
    }

    Section in(Situation next) {
      situation = next;
      return this;
    }

    Section on(Condition condition, Effect effect) {
      rows.add(new Rule(situation, call, condition, effect));
      return this;
    }
  }
}
