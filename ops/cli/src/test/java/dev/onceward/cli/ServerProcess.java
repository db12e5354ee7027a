package dev.onceward.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real {@code onceward serve} in a process of its own, on free ports of the loopback interface.
 */
final class ServerProcess implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("onceward ready grpc=(\\S+) http=(\\S+)");

  private final Process process;
  private final String grpcAddress;
  private final String httpAddress;

  private ServerProcess(Process process, String readyLine) {
    this.process = process;
    Matcher matcher = READY.matcher(readyLine);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(readyLine);
    }
    this.grpcAddress = matcher.group(1);
    this.httpAddress = matcher.group(2);
  }

  /** Starts a server on a store and returns when it is ready. */
  static ServerProcess start(String store, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Onceward.class.getName());
    command.addAll(List.of("serve", "--store", store, "--grpc-port", "0", "--http-port", "0"));
    command.addAll(List.of(options));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader out = process.inputReader();
    String line = out.readLine();
    if (line == null || !READY.matcher(line).matches()) {
      process.destroyForcibly();
      throw new IOException("the server did not get ready, it said: " + line);
    }
    return new ServerProcess(process, line);
  }

  String grpcAddress() {
    return grpcAddress;
  }

  String httpAddress() {
    return httpAddress;
  }

  /** Ends the process as a crash would: SIGKILL, no last words. */
  void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  /** Asks the process to end, by SIGTERM, and tells its exit code. */
  int terminate() {
    process.destroy();
    return awaitExit();
  }

  private int awaitExit() {
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("the server did not end within 60 s");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted", e));
    }
  }

  @Override
  public void close() {
    if (process.isAlive()) {
      kill();
    }
  }
}
