package dev.onceward.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** One kind of load. */
enum Scenario {
  /** The cost of gRPC alone. */
  NULL("the messages of begin, a fixed answer and no lane behind it", 1),
  /** The cost of the lanes and the store alone. */
  STORE("Begins of new keys straight into lanes over RocksDB, no gRPC", 1),
  BEGIN("Begins of new keys", 1),
  BEGIN_COMPLETE("Begin and Complete of new keys; latency of the pair", 2),
  REPLAY("Begins of keys that have succeeded", 1),
  HOT_KEY("strangers' Begins of one key that is being processed", 1),
  BATCH("Begins of new keys, 64 in a Batch; latency of the Batch", Requests.BATCH_ITEMS),
  IDLE_BEGIN("Begins of new keys, one at a time", 1),
  /** What idle-begin is held against. */
  COMMIT("synced RocksDB commits of one row, one at a time, nothing else", 1);

  private final String description;
  private final int commandsPerTrip;

  Scenario(String description, int commandsPerTrip) {
    this.description = description;
    this.commandsPerTrip = commandsPerTrip;
  }

  /** The name that people and scripts use. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String description() {
    return description;
  }

  /** How many commands one round trip carries. */
  int commandsPerTrip() {
    return commandsPerTrip;
  }

  /** How many round trips are under way at once, to have so many commands in flight. */
  int tripsInFlight(int commands) {
    return switch (this) {
      case IDLE_BEGIN, COMMIT -> 1;
      // The pair's two commands follow one another: one of them is in flight.
      case NULL, STORE, BEGIN, BEGIN_COMPLETE, REPLAY, HOT_KEY -> commands;
      case BATCH -> Math.max(1, commands / Requests.BATCH_ITEMS);
    };
  }

  /** Whether it calls the server under test. */
  boolean needsServer() {
    return switch (this) {
      case NULL, STORE, COMMIT -> false;
      case BEGIN, BEGIN_COMPLETE, REPLAY, HOT_KEY, BATCH, IDLE_BEGIN -> true;
    };
  }

  static Scenario parse(String label) {
    return Arrays.stream(values())
        .filter(scenario -> scenario.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no scenario '" + label + "'; there are: " + labels()));
  }

  /**
   * What is run when these are asked for: all if none is, each once, in the order of declaration,
   * so that the peers of a ratio are always measured in the same order.
   */
  static List<Scenario> chosen(List<Scenario> asked) {
    return Arrays.stream(values())
        .filter(
            scenario ->
                asked.isEmpty()
                    || asked.contains(scenario)
                    || (scenario == COMMIT && asked.contains(IDLE_BEGIN)))
        .toList();
  }

  private static String labels() {
    return Arrays.stream(values()).map(Scenario::label).collect(Collectors.joining(", "));
  }
}
