package dev.onceward.server.rpc;

import dev.onceward.server.record.AfterArchive;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.EventKind;
import dev.onceward.server.record.FailureKind;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.PayloadOmitted;
import dev.onceward.server.record.State;
import dev.onceward.server.record.Tier;
import dev.onceward.server.store.Difference;
import dev.onceward.v1.DifferenceKind;

/** The domain's words in the wire's words, one to one. */
final class EnumMessages {
  private EnumMessages() {}

  static dev.onceward.v1.Decision of(Decision decision) {
    return switch (decision) {
      case EXECUTE -> dev.onceward.v1.Decision.DECISION_EXECUTE;
      case IN_PROGRESS -> dev.onceward.v1.Decision.DECISION_IN_PROGRESS;
      case REPLAY -> dev.onceward.v1.Decision.DECISION_REPLAY;
      case RETRY_LATER -> dev.onceward.v1.Decision.DECISION_RETRY_LATER;
      case IN_DOUBT -> dev.onceward.v1.Decision.DECISION_IN_DOUBT;
    };
  }

  static dev.onceward.v1.State of(State state) {
    return switch (state) {
      case PROCESSING -> dev.onceward.v1.State.STATE_PROCESSING;
      case SUCCEEDED -> dev.onceward.v1.State.STATE_SUCCEEDED;
      case FAILED_RETRYABLE -> dev.onceward.v1.State.STATE_FAILED_RETRYABLE;
      case FAILED_FINAL -> dev.onceward.v1.State.STATE_FAILED_FINAL;
      case IN_DOUBT -> dev.onceward.v1.State.STATE_IN_DOUBT;
    };
  }

  static dev.onceward.v1.LeaseExpiry of(LeaseExpiry expiry) {
    return switch (expiry) {
      case RETRY -> dev.onceward.v1.LeaseExpiry.LEASE_EXPIRY_RETRY;
      case HOLD -> dev.onceward.v1.LeaseExpiry.LEASE_EXPIRY_HOLD;
    };
  }

  static dev.onceward.v1.FailureKind of(FailureKind kind) {
    return switch (kind) {
      case RETRYABLE -> dev.onceward.v1.FailureKind.FAILURE_KIND_RETRYABLE;
      case FINAL -> dev.onceward.v1.FailureKind.FAILURE_KIND_FINAL;
      case UNKNOWN -> dev.onceward.v1.FailureKind.FAILURE_KIND_UNKNOWN;
    };
  }

  static dev.onceward.v1.PayloadOmitted of(PayloadOmitted omitted) {
    return switch (omitted) {
      case NONE -> dev.onceward.v1.PayloadOmitted.PAYLOAD_OMITTED_NONE;
      case TOO_LARGE -> dev.onceward.v1.PayloadOmitted.PAYLOAD_OMITTED_TOO_LARGE;
      case EXPIRED -> dev.onceward.v1.PayloadOmitted.PAYLOAD_OMITTED_EXPIRED;
      case REDACTED -> dev.onceward.v1.PayloadOmitted.PAYLOAD_OMITTED_REDACTED;
      case BY_CALLER -> dev.onceward.v1.PayloadOmitted.PAYLOAD_OMITTED_BY_CALLER;
    };
  }

  static dev.onceward.v1.Tier of(Tier tier) {
    return switch (tier) {
      case RETRY -> dev.onceward.v1.Tier.TIER_RETRY;
      case REPLAY -> dev.onceward.v1.Tier.TIER_REPLAY;
      case DISPUTE -> dev.onceward.v1.Tier.TIER_DISPUTE;
      case ARCHIVE -> dev.onceward.v1.Tier.TIER_ARCHIVE;
    };
  }

  static dev.onceward.v1.EventKind of(EventKind kind) {
    return switch (kind) {
      case CLAIMED -> dev.onceward.v1.EventKind.EVENT_KIND_CLAIMED;
      case RENEWED -> dev.onceward.v1.EventKind.EVENT_KIND_RENEWED;
      case TAKEN_OVER -> dev.onceward.v1.EventKind.EVENT_KIND_TAKEN_OVER;
      case FAILED -> dev.onceward.v1.EventKind.EVENT_KIND_FAILED;
      case COMPLETED -> dev.onceward.v1.EventKind.EVENT_KIND_COMPLETED;
      case COMPLETED_LATE -> dev.onceward.v1.EventKind.EVENT_KIND_COMPLETED_LATE;
      case EXPIRED -> dev.onceward.v1.EventKind.EVENT_KIND_EXPIRED;
      case HELD -> dev.onceward.v1.EventKind.EVENT_KIND_HELD;
      case RELEASED -> dev.onceward.v1.EventKind.EVENT_KIND_RELEASED;
      case RESOLVED -> dev.onceward.v1.EventKind.EVENT_KIND_RESOLVED;
      case FORCE_EXPIRED -> dev.onceward.v1.EventKind.EVENT_KIND_FORCE_EXPIRED;
      case REDACTED -> dev.onceward.v1.EventKind.EVENT_KIND_REDACTED;
      case RETAINED -> dev.onceward.v1.EventKind.EVENT_KIND_RETAINED;
      case ABANDONED -> dev.onceward.v1.EventKind.EVENT_KIND_ABANDONED;
    };
  }

  static dev.onceward.v1.AfterArchive of(AfterArchive behaviour) {
    return switch (behaviour) {
      case REFUSE -> dev.onceward.v1.AfterArchive.AFTER_ARCHIVE_REFUSE;
      case ADMIT -> dev.onceward.v1.AfterArchive.AFTER_ARCHIVE_ADMIT;
    };
  }

  static DifferenceKind of(Difference.Kind kind) {
    return switch (kind) {
      case MISSING -> DifferenceKind.DIFFERENCE_KIND_MISSING;
      case STRAY -> DifferenceKind.DIFFERENCE_KIND_STRAY;
      case WRONG -> DifferenceKind.DIFFERENCE_KIND_WRONG;
      case CORRUPT -> DifferenceKind.DIFFERENCE_KIND_CORRUPT;
    };
  }
}
