package dev.onceward.client;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The source of attempt ids: random nonces, each of one attempt.
 *
 * <p>Draw one before the first send of an attempt and keep it through every resend, because it is
 * what tells a resent Begin from a rival's. Keep it to yourself: whoever knows it can complete the
 * claim.
 */
public final class AttemptId {
  // 128 bits, so that two attempts never meet by chance; twice as many characters, within the
  // contract's 16 to 64.
  private static final int RANDOM_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private AttemptId() {}

  /** A fresh id: 32 lower-case hexadecimal digits of secure randomness. Thread-safe. */
  public static String random() {
    byte[] nonce = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(nonce);
    return HexFormat.of().formatHex(nonce);
  }
}
