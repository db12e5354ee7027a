package dev.onceward.cli;

import dev.onceward.client.OncewardClient;
import dev.onceward.client.OncewardClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options by which every call finds its server. */
final class ConnectOptions {
  /** Where help shows what all calls have in common: below a call's own options. */
  static final int LAST = 100;

  @Option(
      order = LAST,
      names = "--target",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:7450",
      description = {
        "The server to call. Default: ${DEFAULT-VALUE}.",
        "A loopback target is called in plaintext, any other by TLS.",
        "Environment: ONCEWARD_TARGET"
      })
  private String target = "";

  @Option(
      order = LAST,
      names = "--timeout",
      paramLabel = "DURATION",
      defaultValue = "5s",
      description = "How long to try, --wait not counted. Default: ${DEFAULT-VALUE}.")
  private Duration timeout = Duration.ZERO;

  @Option(
      order = LAST,
      names = "--tls-ca",
      paramLabel = "FILE",
      description = {
        "Speak TLS and trust these certificate authorities (PEM) instead of this machine's.",
        "Environment: ONCEWARD_TLS_CA"
      })
  private @Nullable Path tlsCa;

  @Option(
      order = LAST,
      names = "--token-file",
      paramLabel = "FILE",
      description = {
        "Show the token in this file to the server. Without it, the variable ONCEWARD_TOKEN may hold the token itself.",
        "Environment: ONCEWARD_TOKEN_FILE"
      })
  private @Nullable Path tokenFile;

  @Option(
      order = LAST,
      names = "--insecure",
      description = {
        "Speak plaintext to a server on another machine: everyone on the way can read and change the call.",
        "Environment: ONCEWARD_INSECURE"
      })
  private boolean insecure;

  /**
   * A client's settings.
   *
   * @throws IllegalArgumentException if they cannot be
   */
  OncewardClientBuilder builder(Map<String, String> environment) {
    OncewardClientBuilder builder = OncewardClient.builder().target(target).timeout(timeout);
    if (tlsCa != null) {
      builder.tls(tlsCa);
    }
    if (insecure) {
      builder.insecure();
    }
    String token = token(environment);
    if (!token.isEmpty()) {
      builder.bearerToken(token);
    }
    return builder;
  }

  private String token(Map<String, String> environment) {
    if (tokenFile == null) {
      return environment.getOrDefault("ONCEWARD_TOKEN", "").strip();
    }
    try {
      return Files.readString(tokenFile).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot read the file of --token-file: " + FileFailure.words(e), e);
    }
  }
}
