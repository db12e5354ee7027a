package dev.onceward.server.rpc;

import dev.onceward.server.record.Reason;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where exceptions that nobody expected end: in the log, with an id by which a caller's report is
 * found. Thread-safe as its source of ids is.
 */
public final class Defects {
  private static final Logger LOG = LoggerFactory.getLogger(Defects.class);

  private final Supplier<String> ids;

  /** Defects named by {@code ids}, which are short and hard to guess. */
  public Defects(Supplier<String> ids) {
    this.ids = ids;
  }

  /** Defects named by 16 random hexadecimal digits. */
  public static Defects random(RandomGenerator random) {
    return new Defects(() -> HexFormat.of().toHexDigits(random.nextLong()));
  }

  /** Logs {@code thrown}; what the caller is told has nothing of it but the id. */
  Refusal refusal(@Nullable Throwable thrown) {
    return new Refusal(
        Reason.INTERNAL,
        "the server failed on a defect of its own; its log tells more under the same error_id",
        Map.of("error_id", report(thrown)),
        List.of());
  }

  /** Logs {@code thrown} where no caller can be told; returns the id. */
  String report(@Nullable Throwable thrown) {
    String id = ids.get();
    LOG.error("a call failed on a defect, error_id={}", id, unwrapped(thrown));
    return id;
  }

  private static @Nullable Throwable unwrapped(@Nullable Throwable thrown) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : null;
    return cause == null ? thrown : cause;
  }
}
