package dev.onceward.server.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP port: a fixed set of pages, to be read only. Thread-safe. */
public final class HttpPort implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpPort.class);
  private static final int THREADS = 2;
  private static final int BACKLOG = 64;
  private static final long NO_BODY = -1;

  static {
    // A client that sends or reads too slowly would hold one of the few threads. The JDK's server
    // takes these limits, in seconds, from nowhere else.
    setDefault("sun.net.httpserver.maxReqTime", "10");
    setDefault("sun.net.httpserver.maxRspTime", "10");
  }

  private final HttpServer server;
  private final ExecutorService executor;
  private final Map<String, Route> routes;

  private HttpPort(HttpServer server, ExecutorService executor, List<Route> routes) {
    this.server = server;
    this.executor = executor;
    this.routes = routes.stream().collect(Collectors.toMap(Route::path, Function.identity()));
  }

  private static void setDefault(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /**
   * Starts to serve.
   *
   * @param address where to listen; port 0 asks for any free one
   * @throws IOException if the address cannot be had
   */
  public static HttpPort start(InetSocketAddress address, List<Route> routes) throws IOException {
    HttpServer server = HttpServer.create(address, BACKLOG);
    ExecutorService executor = Executors.newFixedThreadPool(THREADS, HttpPort::thread);
    HttpPort port = new HttpPort(server, executor, routes);
    server.createContext("/", port::handle);
    server.setExecutor(executor);
    server.start();
    return port;
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "onceward-http");
    thread.setDaemon(true);
    return thread;
  }

  /** Where it listens, with the real port. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // send() catches what it throws
  private void handle(HttpExchange exchange) {
    page(exchange)
        .exceptionally(
            thrown -> {
              LOG.error("a page could not be made, path={}", exchange.getRequestURI(), thrown);
              return Page.text(500, "the page could not be made; the log tells more\n");
            })
        .thenAcceptAsync(page -> send(exchange, page), executor);
  }

  private CompletionStage<Page> page(HttpExchange exchange) {
    URI uri = exchange.getRequestURI();
    Route route = routes.get(uri.getPath());
    if (route == null) {
      return CompletableFuture.completedFuture(Page.text(404, "there is no such page\n"));
    }
    String method = exchange.getRequestMethod();
    if (!"GET".equals(method) && !"HEAD".equals(method)) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      return CompletableFuture.completedFuture(Page.text(405, "this page is read by GET\n"));
    }
    try {
      return route.page().get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static void send(HttpExchange exchange, Page page) {
    byte[] body = page.body().getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", page.contentType());
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      if ("HEAD".equals(exchange.getRequestMethod())) {
        exchange.sendResponseHeaders(page.status(), NO_BODY);
      } else {
        exchange.sendResponseHeaders(page.status(), body.length);
        exchange.getResponseBody().write(body);
      }
    } catch (IOException e) {
      LOG.debug("a client left before its page was sent", e);
    }
  }

  /** Stops at once: whoever watches asks again. Safe to repeat. */
  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
