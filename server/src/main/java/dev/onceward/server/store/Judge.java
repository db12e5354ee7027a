package dev.onceward.server.store;

import dev.onceward.server.record.Tenancy;
import dev.onceward.server.record.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/**
 * Who decides, and how strictly.
 *
 * @param skewAllowance how far past its deadline a lease must be before it counts as ended
 * @param server this server's name, for the records' events
 * @param clockTrusted whether the wall clock is good enough to grant and to judge by; cheap and
 *     thread-safe
 */
public record Judge(Duration skewAllowance, String server, BooleanSupplier clockTrusted) {

  /**
   * What a transaction attempt knows of time, fixed before its body runs.
   *
   * @param now read once, for all decisions of the attempt
   * @param clockTrusted whether it is good enough to grant and to judge by
   */
  public record Moment(Instant now, boolean clockTrusted) {}

  /** The moment of an attempt that begins now. Not to be called from within a transaction. */
  public Moment moment(Instant now) {
    return new Moment(now, clockTrusted.getAsBoolean());
  }

  /** The terms of decisions about a tenant of whose bucket the floor is {@code floor}. */
  public Terms terms(Moment moment, long floor, Tenancy tenancy) {
    return new Terms(moment.now(), skewAllowance, floor, tenancy, server, moment.clockTrusted());
  }
}
