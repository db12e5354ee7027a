package dev.onceward.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What a server takes of the machine's memory, as people read it.
 *
 * @param heapUsed by its own metrics, after a collection
 * @param resident by the kernel; RocksDB's native memory included
 */
record ProcessMemory(String heapUsed, String resident) {
  private static final String HEAP = "jvm_memory_used_bytes{area=\"heap\"";
  private static final String UNKNOWN = "not published";

  static ProcessMemory of(ChildServer server) throws IOException, InterruptedException {
    collectGarbage(server.pid());
    return new ProcessMemory(heap(server.httpAddress()), resident(server.pid()));
  }

  private static void collectGarbage(long pid) throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (Files.isExecutable(jcmd)) {
      Process collection =
          new ProcessBuilder(List.of(jcmd.toString(), Long.toString(pid), "GC.run"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      collection.waitFor(30, TimeUnit.SECONDS);
    }
  }

  private static String heap(String httpAddress) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + httpAddress + "/metrics"))
            .timeout(Duration.ofSeconds(10))
            .build();
    String metrics = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    double bytes =
        metrics
            .lines()
            .filter(line -> line.startsWith(HEAP))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
            .sum();
    return bytes == 0 ? UNKNOWN : megabytes(bytes);
  }

  private static String resident(long pid) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    if (!Files.exists(status)) {
      return UNKNOWN;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .map(line -> line.replaceAll("\\D+", ""))
        .map(kilobytes -> megabytes(Long.parseLong(kilobytes) * 1024.0))
        .findFirst()
        .orElse(UNKNOWN);
  }

  private static String megabytes(double bytes) {
    return String.format(Locale.ROOT, "%,.0f MB", bytes / (1 << 20));
  }
}
