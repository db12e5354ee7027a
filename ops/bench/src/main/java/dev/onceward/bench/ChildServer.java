package dev.onceward.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server in a process of its own, started by us and stopped by us. */
final class ChildServer implements AutoCloseable {
  private static final Pattern READY = Pattern.compile(".* ready grpc=(\\S+) http=(\\S+)");
  private static final Duration STOPPING = Duration.ofSeconds(30);

  private final Process process;
  private final Path log;
  private final Thread atExit;
  private final Duration startTime;
  private final String grpcAddress;
  private final String httpAddress;

  private ChildServer(Process process, Path log, Thread atExit, Duration startTime, Matcher ready) {
    this.process = process;
    this.log = log;
    this.atExit = atExit;
    this.startTime = startTime;
    grpcAddress = ready.group(1);
    httpAddress = ready.group(2);
  }

  /**
   * Starts a process and waits for its ready line.
   *
   * @param log takes its stderr
   * @param patience how long it may take to be ready
   */
  static ChildServer start(List<String> command, Path log, Duration patience)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    // Whatever ends this process ends the child too.
    Thread atExit = new Thread(process::destroy, "stop-" + process.pid());
    Runtime.getRuntime().addShutdownHook(atExit);
    Matcher ready = READY.matcher(String.valueOf(firstLine(process, patience)));
    if (!ready.matches()) {
      stop(process, atExit);
      throw new IOException(
          "a server did not become ready: " + String.join(" ", command) + "\n" + tail(log));
    }
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    return new ChildServer(process, log, atExit, took, ready);
  }

  private static @Nullable String firstLine(Process process, Duration patience)
      throws InterruptedException {
    CompletableFuture<@Nullable String> line = new CompletableFuture<>();
    Thread reader = new Thread(() -> read(process, line), "stdout-" + process.pid());
    reader.setDaemon(true);
    reader.start();
    try {
      return line.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return null;
    }
  }

  /** Reads to the end, since a full pipe would stop the server. */
  private static void read(Process process, CompletableFuture<@Nullable String> first) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      first.complete(line);
      while (line != null) {
        line = lines.readLine();
      }
    } catch (IOException e) {
      first.completeExceptionally(e);
    }
  }

  private static String tail(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size()));
  }

  String grpcAddress() {
    return grpcAddress;
  }

  String httpAddress() {
    return httpAddress;
  }

  /** From the start of the process to its ready line. */
  Duration startTime() {
    return startTime;
  }

  long pid() {
    return process.pid();
  }

  /** Waits; whether the process ends by itself meanwhile. */
  boolean endsWithin(Duration time) throws InterruptedException {
    return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The last lines of its log. */
  String tail() throws IOException {
    return tail(log);
  }

  /** Ends the process as a power cut would: it hears nothing of it. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor(STOPPING.toSeconds(), TimeUnit.SECONDS);
    stop(process, atExit);
  }

  /** Asks the process to end, and ends it if it does not. */
  @Override
  public void close() {
    stop(process, atExit);
  }

  private static void stop(Process process, Thread atExit) {
    process.destroy();
    try {
      if (!process.waitFor(STOPPING.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // We are being shut down ourselves, and the hook has nothing left to do.
      return;
    }
  }
}
