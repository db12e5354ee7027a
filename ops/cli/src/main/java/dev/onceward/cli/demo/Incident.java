package dev.onceward.cli.demo;

import dev.onceward.client.OncewardClient;
import dev.onceward.client.OncewardException;
import dev.onceward.v1.ErrorReason;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Help.Ansi;

/** The incident of 20:14 and its lessons, one part after the other, told while they happen. */
final class Incident {
  private static final int REQUESTS = 8;
  private static final int REHEARSALS = 50;
  private static final long PATIENCE_SECONDS = 60;

  private final OncewardClient client;
  private final String tenant;
  private final Voice voice;
  private final Executor executor;

  Incident(OncewardClient client, String tenant, Voice voice, Executor executor) {
    this.client = client;
    this.tenant = tenant;
    this.voice = voice;
    this.executor = executor;
  }

  /** Connects, and runs all code once, so that no cold start is in the minute's way. */
  void rehearse() throws InterruptedException, TimeoutException {
    Voice nobody = new Voice(new PrintWriter(Writer.nullWriter()), Ansi.OFF);
    Orders orders =
        new GuardedOrders(
            client, tenant + "-rehearsal", new OrderTable(1), new Timeline(nobody, executor));
    for (int i = 0; i < REHEARSALS; i++) {
      await(orders.confirm(Purchase.by("rehearsal")));
    }
  }

  /**
   * The eight requests to an order service that asks Onceward first; whether one order came of it.
   */
  boolean replayGuarded() throws InterruptedException, TimeoutException {
    voice.head("20:14. One user, one show, one minute: 6 taps, and a gateway that re-sends twice.");
    voice.line(
        "Each request carries the key K-8842 for user U-7318, show S-204, 1 ticket. An order takes");
    voice.line("430 ms, and nobody waits longer than 400: the first answer is lost.");
    voice.line("Tenant of this run: " + tenant + ".");
    voice.head("The minute with Onceward");
    OrderTable table = new OrderTable(501);
    Timeline timeline = new Timeline(voice, executor);
    List<Confirmation> confirmed =
        await(new Minute(timeline).replay(new GuardedOrders(client, tenant, table, timeline)));

    voice.head("The order table");
    voice.orders(table.rows());
    String order = confirmed.get(0).order();
    long inserts = table.rows().size();
    long reuses = confirmed.stream().filter(c -> !c.created() && c.order().equals(order)).count();
    boolean asPromised = inserts == 1 && reuses == REQUESTS - 1;
    String sum =
        String.format(
            Locale.ROOT,
            "%d %s, %d reuses of %s",
            inserts,
            inserts == 1 ? "INSERT" : "INSERTs",
            reuses,
            order);
    voice.line("");
    if (asPromised) {
      voice.good(sum);
    } else {
      voice.bad(sum);
    }
    return asPromised;
  }

  /** The eight requests to the order service as it was. */
  void replayBare() throws InterruptedException, TimeoutException {
    voice.head("The same minute without Onceward");
    OrderTable table = new OrderTable(601);
    Timeline timeline = new Timeline(voice, executor);
    await(new Minute(timeline).replay(new BareOrders(table, timeline)));
    voice.head("The order table");
    voice.orders(table.rows());
    voice.line("");
    voice.bad(table.rows().size() + " INSERTs for one wish, and nobody was told of any of them");
  }

  /** The key once more, with other parameters; whether it was refused as such. */
  boolean refuseOtherQuantity() throws InterruptedException, TimeoutException {
    voice.head("A ninth request under K-8842, for 3 tickets");
    OrderTable table = new OrderTable(701);
    Orders orders = new GuardedOrders(client, tenant, table, new Timeline(voice, executor));
    try {
      Confirmation confirmed = await(orders.confirm(Purchase.by("tap 9").withQuantity(3)));
      voice.bad("answered with " + confirmed.order() + ": a request was swallowed");
      return false;
    } catch (OncewardException refused) {
      String reason = refused.reason().name().replace("ERROR_REASON_", "");
      voice.good("refused: " + reason);
      voice.line("  " + String.valueOf(refused.getMessage()).replace(reason + ": ", ""));
      voice.line("  next: " + refused.nextStep().name().replace("NEXT_STEP_", ""));
      return refused.reason() == ErrorReason.ERROR_REASON_DIGEST_MISMATCH;
    }
  }

  /** What the server itself counted meanwhile. */
  void proveBy(DecisionCounts before, DecisionCounts after) {
    voice.head("What the server counted meanwhile (/metrics)");
    for (String decision : List.of("EXECUTE", "REPLAY", "IN_PROGRESS")) {
      voice.line(
          String.format(
              Locale.ROOT,
              "  %-52s %+d",
              DecisionCounts.name(decision),
              after.of(decision) - before.of(decision)));
    }
  }

  private static <T> T await(CompletableFuture<T> result)
      throws InterruptedException, TimeoutException {
    try {
      return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof OncewardException refused) {
        throw refused;
      }
      throw new IllegalStateException("the demo itself failed", e);
    }
  }
}
