package dev.onceward.server;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Where the records are kept.
 *
 * @param engine by which store
 * @param path the directory of a RocksDB, or the cluster file of a FoundationDB
 */
public record StoreSpec(Engine engine, Path path) {

  /** The stores that there are adapters for. */
  public enum Engine {
    /** In this process, in a directory of this machine: {@code rocks:DIR}. */
    ROCKS("rocks:"),

    /** A FoundationDB cluster, shared by any number of servers: {@code fdb:CLUSTER_FILE}. */
    FDB("fdb:");

    private final String prefix;

    Engine(String prefix) {
      this.prefix = prefix;
    }
  }

  /**
   * Reads {@code rocks:DIR} or {@code fdb:CLUSTER_FILE}.
   *
   * @throws InvalidConfigException if it is neither
   */
  public static StoreSpec parse(String text) {
    for (Engine engine : Engine.values()) {
      if (text.startsWith(engine.prefix) && text.length() > engine.prefix.length()) {
        return new StoreSpec(engine, path(text, text.substring(engine.prefix.length())));
      }
    }
    throw invalid(text);
  }

  private static Path path(String text, String path) {
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw invalid(text);
    }
  }

  private static InvalidConfigException invalid(String text) {
    return new InvalidConfigException(
        "--store must be rocks:DIR or fdb:CLUSTER_FILE, but is '"
            + text
            + "': name a directory for an embedded store, for example rocks:data/onceward");
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return engine.prefix + path;
  }
}
