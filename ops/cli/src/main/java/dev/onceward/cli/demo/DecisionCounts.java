package dev.onceward.cli.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often a server has decided what, by its own metrics.
 *
 * @param text the page of metrics
 */
record DecisionCounts(String text) {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Reads a server's page of metrics. */
  static DecisionCounts readFrom(URI metrics) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(metrics).timeout(PATIENCE).build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(metrics + " answered " + answer.statusCode());
    }
    return new DecisionCounts(answer.body());
  }

  static String name(String decision) {
    return "onceward_decisions_total{decision=\"" + decision + "\"}";
  }

  /** The count of one decision; 0 where the server has never made it. */
  long of(String decision) {
    Pattern line =
        Pattern.compile("^" + Pattern.quote(name(decision)) + " (\\S+)$", Pattern.MULTILINE);
    Matcher found = line.matcher(text);
    return found.find() ? (long) Double.parseDouble(found.group(1)) : 0;
  }
}
