package dev.onceward.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** The checks of a {@link ServerConfig}; each throws an {@link InvalidConfigException}. */
final class ConfigChecks {
  private static final Pattern ROOT = Pattern.compile("[a-z0-9._-]{1,64}");
  private static final Pattern SERVER_ID = Pattern.compile("[A-Za-z0-9._-]{1,32}");
  private static final Pattern LOOPBACK =
      Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[?::1]?", Pattern.CASE_INSENSITIVE);

  private ConfigChecks() {}

  static void check(int grpcPort, int httpPort) {
    port("--grpc-port", grpcPort);
    port("--http-port", httpPort);
    if (grpcPort == httpPort && grpcPort != 0) {
      throw new InvalidConfigException(
          "--grpc-port and --http-port must differ, but both are "
              + grpcPort
              + ": give one of them another port");
    }
  }

  private static void port(String option, int port) {
    if (port < 0 || port > 65_535) {
      throw new InvalidConfigException(
          option + " must be 0 to 65535, but is " + port + ": 0 takes any free port");
    }
  }

  static void between(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw outOfRange(option, least + " to " + most, value);
    }
  }

  static void between(String option, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw outOfRange(option, least.toSeconds() + "s to " + most.toSeconds() + "s", value);
    }
  }

  private static InvalidConfigException outOfRange(String option, String range, Object value) {
    return new InvalidConfigException(
        option
            + " must be "
            + range
            + ", but is "
            + value
            + ": choose a value in that range or leave the option out for its default");
  }

  static void root(String root) {
    if (!ROOT.matcher(root).matches()) {
      throw new InvalidConfigException(
          "--root must be 1 to 64 characters of a-z, 0-9, '.', '_' and '-', but is '"
              + root
              + "': it leads every key of the store, so keep it short, for example onceward");
    }
  }

  static void serverId(Optional<String> id) {
    id.filter(name -> !SERVER_ID.matcher(name).matches())
        .ifPresent(
            name -> {
              throw new InvalidConfigException(
                  "--server-id must be 1 to 32 characters of A-Z, a-z, 0-9, '.', '_' and '-', but is '"
                      + name
                      + "': it tells the servers of a store apart, so take a host's or pod's name,"
                      + " or leave the option out for a random one");
            });
  }

  static void readable(String option, Optional<Path> file) {
    file.filter(path -> !Files.isReadable(path) || Files.isDirectory(path))
        .ifPresent(
            path -> {
              throw new InvalidConfigException(
                  option
                      + " must be a readable file, but is "
                      + path
                      + ": check the path and the file's permissions");
            });
  }

  static void together(Optional<Path> certificate, Optional<Path> key, Optional<Path> clientCa) {
    if (certificate.isPresent() != key.isPresent()) {
      throw new InvalidConfigException(
          "--tls-cert and --tls-key must be given together, but "
              + (key.isPresent() ? "--tls-cert" : "--tls-key")
              + " is missing: give both, or neither to serve plaintext on loopback");
    }
    if (clientCa.isPresent() && certificate.isEmpty()) {
      throw new InvalidConfigException(
          "--client-ca checks clients' certificates, which takes TLS: give --tls-cert and --tls-key too");
    }
  }

  static void address(String option, String host) {
    if (host.isBlank()) {
      throw new InvalidConfigException(
          option + " must name an address to listen on, but is empty: leave it out for 127.0.0.1");
    }
  }

  /**
   * Nobody enters where they don't belong: beyond this machine, callers are known or the operator
   * has said otherwise.
   */
  static void entrance(String host, boolean guardedOrWaived) {
    if (!guardedOrWaived && !LOOPBACK.matcher(host).matches()) {
      throw new InvalidConfigException(
          "--host must be a loopback address (127.0.0.1, localhost, ::1) unless callers are known, but is "
              + host
              + ": give --tls-cert and --tls-key, and --credentials-file or --client-ca;"
              + " or --insecure-remote to let anyone who reaches that address call in plaintext");
    }
  }
}
