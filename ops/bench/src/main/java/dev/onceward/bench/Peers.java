package dev.onceward.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The servers that are measured, each started when it is first asked for. */
final class Peers implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Scratch scratch;
  private final Optional<String> target;
  private @Nullable ChildServer server;
  private @Nullable ChildServer nullServer;

  /**
   * No server yet.
   *
   * @param target where the server under test runs already, if it does
   */
  Peers(Scratch scratch, Optional<String> target) {
    this.scratch = scratch;
    this.target = target;
  }

  /** Where the server under test answers. */
  String target() throws IOException, InterruptedException {
    if (target.isPresent()) {
      return target.get();
    }
    if (server == null) {
      server = start("server", serve(scratch.path("records"), List.of()));
    }
    return server.grpcAddress();
  }

  /** Where the server with the fixed answer answers. */
  String nullTarget() throws IOException, InterruptedException {
    if (nullServer == null) {
      List<String> self =
          List.of(
              java(),
              "-cp",
              System.getProperty("java.class.path"),
              Bench.class.getName(),
              NullServer.COMMAND);
      nullServer = start(NullServer.COMMAND, self);
    }
    return nullServer.grpcAddress();
  }

  private ChildServer start(String name, List<String> command)
      throws IOException, InterruptedException {
    return ChildServer.start(command, scratch.path(name + ".log"), PATIENCE);
  }

  /** The command that serves a store in {@code directory}, on free ports of the loopback. */
  static List<String> serve(Path directory, List<String> jvmOptions) {
    return serve("rocks:" + directory, 0, jvmOptions);
  }

  /** The command that serves a store on the loopback; port 0 is any free one. */
  static List<String> serve(String store, int grpcPort, List<String> jvmOptions) {
    String jar = System.getProperty("onceward.jar", "ops/cli/target/onceward.jar");
    List<String> command = new ArrayList<>();
    command.add(java());
    command.addAll(jvmOptions);
    command.addAll(List.of("-jar", jar, "serve", "--store", store));
    command.addAll(List.of("--grpc-port", Integer.toString(grpcPort), "--http-port", "0"));
    return command;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
    if (nullServer != null) {
      nullServer.close();
    }
  }
}
