package dev.onceward.server.rpc;

import com.google.protobuf.ByteString;
import dev.onceward.server.record.Bytes;
import dev.onceward.server.record.Payload;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Page tokens as they leave the server: where to go on, sealed with what was asked for. So a token
 * that was mistyped, or brought to another list than its own, is found out before the store is
 * asked. It is no secret, and grants nothing.
 */
final class PageTokens {
  private static final int SEAL_BYTES = 8;

  private PageTokens() {}

  /** The token for the page after; empty if there is none. */
  static ByteString of(String list, @Nullable Bytes place) {
    if (place == null) {
      return ByteString.EMPTY;
    }
    ByteString bare = ByteString.copyFrom(place.array());
    return seal(list, bare).concat(bare);
  }

  /** The place that a token of this list names; null for the first page, or if it does not pass. */
  static @Nullable Bytes read(String list, ByteString token, FieldChecks checks) {
    if (token.isEmpty()) {
      return null;
    }
    if (token.size() > SEAL_BYTES && token.size() <= Limits.PAGE_TOKEN) {
      ByteString bare = token.substring(SEAL_BYTES);
      if (token.substring(0, SEAL_BYTES).equals(seal(list, bare))) {
        return Bytes.wrap(bare.toByteArray());
      }
    }
    checks.add(
        "page_token", "is none of this list's: send next_page_token of the same request, or none");
    return null;
  }

  private static ByteString seal(String list, ByteString bare) {
    ByteString sealed = ByteString.copyFrom(list, StandardCharsets.UTF_8).concat(bare);
    Bytes digest = Payload.sha256(Bytes.wrap(sealed.toByteArray()));
    return ByteString.copyFrom(digest.array(), 0, SEAL_BYTES);
  }
}
