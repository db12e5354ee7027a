package dev.onceward.server.rpc;

import java.time.Duration;

/**
 * The contract's limits. Lengths are bytes of UTF-8; all bounds are inclusive. A value out of range
 * is refused, never clamped.
 */
final class Limits {
  static final int TENANT = 64;
  static final int KEY = 512;
  static final int OPERATION = 128;
  static final int DIGEST = 64;
  static final int ALTERNATE_DIGESTS = 3;
  static final int ATTEMPT_ID_MIN = 16;
  static final int ATTEMPT_ID = 64;
  static final int OWNER = 128;
  static final int CONTENT_TYPE = 128;
  static final int CODE = 64;
  static final int MESSAGE = 1024;
  static final int LABELS = 16;

  /** Of one label, key and value together. */
  static final int LABEL = 256;

  static final int REFERENCES = 16;
  static final int REFERENCE = 256;
  static final int REASON = 1024;

  /** The name of an operator. */
  static final int WHO = 128;

  static final int EVIDENCE = 1024;
  static final int HOLD_NAME = 64;
  static final int KEY_PREFIXES = 64;
  static final int PAGE = 200;
  static final int PAGE_DEFAULT = 50;
  static final int PAGE_TOKEN = 1024;

  /** How many rows a step of an audit looks at. */
  static final int AUDIT_ROWS = 500;

  /** The largest payload that is stored. */
  static final int PAYLOAD = 256 * 1024;

  static final Duration LEASE_MIN = Duration.ofSeconds(1);
  static final Duration LEASE_MAX = Duration.ofMinutes(15);
  static final Duration WAIT_MAX = Duration.ofSeconds(60);
  static final Duration RETRY_AFTER_MAX = Duration.ofDays(7);
  static final Duration WINDOW_MIN = Duration.ofSeconds(1);
  static final Duration WINDOW_MAX = Duration.ofDays(36_500);

  static final int BATCH_ITEMS = 256;
  static final int BATCH_REPLY = 3 * 1024 * 1024;

  /** The largest request that is read. */
  static final int REQUEST = 8 * 1024 * 1024;

  private Limits() {}
}
