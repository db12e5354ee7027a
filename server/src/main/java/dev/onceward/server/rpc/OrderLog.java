package dev.onceward.server.rpc;

import dev.onceward.server.record.Mandate;
import dev.onceward.server.record.Tenancy;
import dev.onceward.server.record.TenancyChange;
import dev.onceward.server.store.Audit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of operators' orders that are not about one record, and so stand in no record's events.
 * One line each, in the server that carried it out; a repeat has a line of its own.
 */
final class OrderLog {
  private static final Logger LOG = LoggerFactory.getLogger(OrderLog.class);

  private OrderLog() {}

  /** Something was laid down for a tenant. */
  static void changed(String tenant, Tenancy after, TenancyChange change, Caller caller) {
    Mandate mandate = change.mandate();
    LOG.info(
        "operator's order, what={} tenant={} revision={} caller={} who={} evidence={}",
        change.getClass().getSimpleName(),
        inOneLine(tenant),
        after.revision(),
        caller.name(),
        inOneLine(mandate.who()),
        inOneLine(mandate.evidence()));
  }

  /** An audit has set rows right. */
  static void repaired(Audit.Request request, int rows, Caller caller) {
    LOG.info(
        "audit repaired rows, bucket={} part={} rows={} caller={}",
        request.bucket(),
        request.place().part(),
        rows,
        caller.name());
  }

  /** So that nobody writes lines of his own into the log. */
  private static String inOneLine(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }
}
