package dev.onceward.server.store;

import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.RecordKey;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What identifies an archived key: it is found again by whoever knows the key, and tells nobody
 * what the key was.
 *
 * @param hash the first 16 bytes of the key's SHA-256
 */
record ArchiveKey(String tenant, Bytes hash) {
  private static final int HASH_BYTES = 16;

  static ArchiveKey of(RecordKey key) {
    Bytes text = Bytes.wrap(key.key().getBytes(StandardCharsets.UTF_8));
    byte[] digest = Payload.sha256(text).array();
    return new ArchiveKey(key.tenant(), Bytes.wrap(Arrays.copyOf(digest, HASH_BYTES)));
  }
}
