package dev.onceward.server.record;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is kept to be given again, opaque to the server, with what stays known of it when
 * its bytes are gone.
 *
 * @param bytes the bytes; null if omitted, or if they stand in rows of their own and have not been
 *     read
 * @param contentType media type in the caller's words, may be empty
 * @param digest SHA-256 of the bytes, or what the caller gave in their place
 * @param size how many bytes there are or were
 * @param omitted why the bytes are not kept, or NONE
 */
public record Payload(
    @Nullable Bytes bytes, String contentType, Bytes digest, long size, PayloadOmitted omitted) {
  /** The payload of a caller who gave none. An answer like any other. */
  public static final Payload EMPTY = of(Bytes.EMPTY, "");

  /** Checks that omitted bytes are not there and that present ones have the size. */
  public Payload {
    Objects.requireNonNull(contentType);
    Objects.requireNonNull(digest);
    if (size < 0 || (bytes != null && (omitted != PayloadOmitted.NONE || bytes.size() != size))) {
      throw new IllegalArgumentException("payload of size " + size + ", omitted " + omitted);
    }
  }

  /** A payload with its bytes; the digest is computed. */
  public static Payload of(Bytes bytes, String contentType) {
    return new Payload(bytes, contentType, sha256(bytes), bytes.size(), PayloadOmitted.NONE);
  }

  /** A payload whose bytes the caller keeps to itself. */
  public static Payload withheld(String contentType, Bytes digest, long size) {
    return new Payload(null, contentType, digest, size, PayloadOmitted.BY_CALLER);
  }

  /** The same without its bytes, for the reason given. */
  public Payload without(PayloadOmitted why) {
    return new Payload(null, contentType, digest, size, why);
  }

  /** The same with bytes that were read from rows of their own. */
  public Payload with(Bytes read) {
    return new Payload(read, contentType, digest, size, omitted);
  }

  /** Whether there are bytes that the store keeps. */
  boolean isKept() {
    return omitted == PayloadOmitted.NONE && size > 0;
  }

  /** Whether the bytes are kept, but not here. */
  public boolean isElsewhere() {
    return bytes == null && omitted == PayloadOmitted.NONE;
  }

  boolean sameAs(Payload other) {
    return digest.equals(other.digest) && contentType.equals(other.contentType);
  }

  /** SHA-256, 32 bytes. */
  public static Bytes sha256(Bytes bytes) {
    try {
      return Bytes.wrap(MessageDigest.getInstance("SHA-256").digest(bytes.array()));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java runtime has SHA-256", e);
    }
  }
}
