package dev.onceward.server.record;

/**
 * Why a command is refused; named as in the contract. The wire's codes for them are the concern of
 * {@code rpc}.
 */
public enum Reason {
  /** A field is missing, malformed or out of its limit. */
  INVALID_FIELD,
  /** A policy's windows do not cover its duplicate sources. */
  POLICY_UNCOVERED,
  /** The key stands for other parameters. */
  DIGEST_MISMATCH,
  /** The key stands for another operation. */
  OPERATION_MISMATCH,
  /** The stored digest's recipe is none of the given ones. */
  DIGEST_RECIPE_UNKNOWN,
  /** The attempt has reported a failure. */
  ALREADY_FAILED,
  /** The attempt has reported a success. */
  ALREADY_SUCCEEDED,
  /** The attempt has ended. */
  ALREADY_FINISHED,
  /** The attempt's lease has ended. */
  LEASE_LOST,
  /** No work starts: frozen by an operator. */
  FROZEN,
  /** Only a fingerprint is left. */
  ARCHIVED,
  /** There is no doubt to resolve. */
  NOT_IN_DOUBT,
  /** The doubt was resolved otherwise. */
  ALREADY_RESOLVED,
  /** A hold stands in the way. */
  HELD,
  /** The claim belongs to another version or attempt. */
  STALE_CLAIM,
  /** The key has succeeded with another result. */
  RESULT_CONFLICT,
  /** There is no record. */
  NOT_FOUND,
  /** The tenant's quota is used up. */
  QUOTA_EXCEEDED,
  /** Too much is queued; nothing was done. */
  OVERLOADED,
  /** The store did not answer; nothing was done. */
  STORE_UNAVAILABLE,
  /** The server's clock is not to be trusted. */
  CLOCK_UNTRUSTED,
  /** The change may or may not have been stored. */
  OUTCOME_UNKNOWN,
  /** The stored record cannot be read. */
  RECORD_CORRUPT,
  /** No valid credentials. */
  UNAUTHENTICATED,
  /** Credentials that do not cover this. */
  PERMISSION_DENIED,
  /** A defect of the server. */
  INTERNAL
}
