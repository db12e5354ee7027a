package dev.onceward.cli;

import dev.onceward.client.OncewardClient;
import dev.onceward.client.OncewardClientBuilder;
import dev.onceward.server.Server;
import dev.onceward.server.ServerConfig;
import dev.onceward.server.ServerStartException;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Map;
import java.util.function.Function;

/**
 * What a command finds outside of itself; tests bring their own.
 *
 * @param environment the environment variables
 * @param clock the wall clock and time zone in which times are shown
 * @param terminal whether stderr is a terminal
 * @param connector opens clients
 * @param launcher starts servers
 * @param lifetime tells a server when to stop
 */
record Surroundings(
    Map<String, String> environment,
    Clock clock,
    boolean terminal,
    Function<OncewardClientBuilder, OncewardClient> connector,
    Launcher launcher,
    Lifetime lifetime) {

  static Surroundings ofThisProcess() {
    return new Surroundings(
        System.getenv(),
        Clock.system(ZoneId.systemDefault()),
        Stderr.isTerminal(),
        OncewardClientBuilder::build,
        config -> new LocalServer(Server.start(config)),
        new UntilSignalled());
  }

  /** Starts a server. */
  @FunctionalInterface
  interface Launcher {
    Running start(ServerConfig config) throws ServerStartException;
  }

  /** A started server. */
  interface Running {
    String grpcAddress();

    String httpAddress();

    /** Stops it gracefully; returns when it has. */
    void drain();
  }

  /** How long a server is to run. */
  interface Lifetime {
    /** Sees to it that {@code drain} is run when the end comes. */
    void atEnd(Runnable drain);

    /** Returns at the end, if ever. */
    void await() throws InterruptedException;
  }

  private record LocalServer(Server server) implements Running {
    @Override
    public String grpcAddress() {
      return server.grpcAddress();
    }

    @Override
    public String httpAddress() {
      return server.httpAddress();
    }

    @Override
    public void drain() {
      server.drain();
    }
  }
}
