package dev.onceward.cli.demo;

import dev.onceward.client.AttemptId;
import dev.onceward.client.OncewardClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code demo}. */
@Command(
    name = "demo",
    sortOptions = false,
    description = {
      "Replays an incident against a running server: eight requests for one order, of which the first answer is lost.",
      "",
      "Exits 0 if they made 1 order and reused it 7 times.",
      ""
    })
public final class DemoCommand implements Callable<Integer> {
  private static final int AS_PROMISED = 0;
  private static final int NOT_AS_PROMISED = 1;
  private static final int THREADS = 4;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--target",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:7450",
      description = "The server to call, in plaintext. Default: ${DEFAULT-VALUE}.")
  private String target = "";

  @Option(
      names = "--metrics",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:7451/metrics",
      description = "That server's page of metrics. Default: ${DEFAULT-VALUE}.")
  private URI metrics = URI.create("");

  @Override
  public Integer call() throws InterruptedException, TimeoutException {
    Voice voice =
        new Voice(spec.commandLine().getOut(), spec.commandLine().getColorScheme().ansi());
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try (OncewardClient client = OncewardClient.builder().target(target).build()) {
      Incident incident = new Incident(client, freshTenant(), voice, executor);
      incident.rehearse();
      DecisionCounts before = DecisionCounts.readFrom(metrics);
      boolean asPromised = incident.replayGuarded();
      incident.replayBare();
      asPromised &= incident.refuseOtherQuantity();
      incident.proveBy(before, DecisionCounts.readFrom(metrics));
      return asPromised ? AS_PROMISED : NOT_AS_PROMISED;
    } catch (IOException e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("onceward: cannot read the metrics of " + metrics + ": " + e);
      err.flush();
      return NOT_AS_PROMISED;
    } finally {
      executor.shutdownNow();
    }
  }

  /** So that the demo may be run again: K-8842 of another tenant is another intent. */
  private static String freshTenant() {
    return "tickets-" + AttemptId.random().substring(0, 6);
  }
}
