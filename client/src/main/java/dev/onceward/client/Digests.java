package dev.onceward.client;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Digests of a request's parameters, for {@code request_digest}.
 *
 * <p>The recipe: SHA-256 over each part in turn, every part preceded by its length in bytes as
 * eight big-endian bytes. The lengths keep ("ab", "c") and ("a", "bc") apart, and an empty part is
 * not a missing one. The server only compares digests, so a caller in another language may use any
 * recipe, as long as all attempts of a key use the same.
 */
public final class Digests {
  private Digests() {}

  /** The digest of {@code parts} in the given order, 32 bytes. */
  public static ByteString sha256(byte[]... parts) {
    MessageDigest digest = newSha256();
    for (byte[] part : parts) {
      digest.update(ByteBuffer.allocate(Long.BYTES).putLong(part.length).flip());
      digest.update(part);
    }
    return ByteString.copyFrom(digest.digest());
  }

  /**
   * The digest of the UTF-8 bytes of {@code parts}, as they are: nothing is trimmed or normalised.
   * 32 bytes.
   */
  public static ByteString sha256(String... parts) {
    byte[][] encoded = new byte[parts.length][];
    for (int i = 0; i < parts.length; i++) {
      encoded[i] = parts[i].getBytes(StandardCharsets.UTF_8);
    }
    return sha256(encoded);
  }

  private static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
