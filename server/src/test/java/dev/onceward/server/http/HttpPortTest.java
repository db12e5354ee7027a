package dev.onceward.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpPortTest {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private CompletableFuture<?> store = CompletableFuture.completedFuture("value");
  private final Readiness readiness = new Readiness(() -> store, Duration.ofMillis(200));
  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpPort port;

  HttpPortTest() throws IOException {
    List<Route> routes = new ArrayList<>(Routes.of(registry, readiness));
    routes.add(
        new Route(
            "/broken",
            () -> {
              throw new IllegalStateException("secret");
            }));
    port = HttpPort.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), routes);
  }

  @AfterEach
  void stop() {
    port.close();
  }

  @Test
  void metrics_arePrometheusText() throws Exception {
    registry.counter("onceward.example").increment();

    HttpResponse<String> response = send("GET", "/metrics");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("content-type").orElse(""))
        .startsWith("text/plain; version=0.0.4");
    assertThat(response.body()).contains("onceward_example_total 1.0");
  }

  @Test
  void healthz_isOkWhateverTheStoreDoes() throws Exception {
    store = new CompletableFuture<>();
    readiness.drain();

    assertThat(send("GET", "/healthz").statusCode()).isEqualTo(200);
  }

  @Test
  void readyz_whileTheStoreAnswers_isOk() throws Exception {
    HttpResponse<String> response = send("GET", "/readyz");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("ready\n");
  }

  @Test
  void readyz_whileTheStoreFails_is503WithoutItsWords() throws Exception {
    store = CompletableFuture.failedFuture(new IllegalStateException("secret"));

    HttpResponse<String> response = send("GET", "/readyz");

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).isEqualTo("the store does not answer\n");
  }

  @Test
  void readyz_whileTheStoreIsSilent_is503AfterTheTimeout() throws Exception {
    store = new CompletableFuture<>();

    assertThat(send("GET", "/readyz").statusCode()).isEqualTo(503);
    assertThat(store).isNotDone();
  }

  @Test
  void readyz_whileDraining_is503() throws Exception {
    readiness.drain();

    HttpResponse<String> response = send("GET", "/readyz");

    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body()).isEqualTo("draining\n");
  }

  @Test
  void index_linksToThePages() throws Exception {
    HttpResponse<String> response = send("GET", "/");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).contains("/metrics", "/healthz", "/readyz");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nothing", "/metrics/more", "/healthz/", "/%2e%2e/etc/passwd"})
  void otherPath_isNotFound(String path) throws Exception {
    assertThat(send("GET", path).statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
  void otherMethod_isNotAllowed(String method) throws Exception {
    HttpResponse<String> response = send(method, "/metrics");

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("allow")).hasValue("GET, HEAD");
  }

  @Test
  void head_isAnsweredWithoutBody() throws Exception {
    HttpResponse<String> response = send("HEAD", "/healthz");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  @Test
  void query_isIgnored() throws Exception {
    assertThat(send("GET", "/healthz?verbose=1").statusCode()).isEqualTo(200);
  }

  @Test
  void pageThatThrows_is500WithoutItsWords() throws Exception {
    HttpResponse<String> response = send("GET", "/broken");

    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).doesNotContain("secret");
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port.address().getPort() + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(Duration.ofSeconds(10))
            .method(method, BodyPublishers.noBody())
            .build();
    return client.send(request, BodyHandlers.ofString());
  }
}
