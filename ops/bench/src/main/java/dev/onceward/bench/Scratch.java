package dev.onceward.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for the time being. It goes when it is closed, and when the process ends. */
final class Scratch implements AutoCloseable {
  private final Path directory;
  private int made;

  Scratch() throws IOException {
    directory = Files.createTempDirectory("onceward-bench-");
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "remove-" + directory));
  }

  /** A path in it that is not in use. */
  Path path(String name) {
    return directory.resolve(name + "-" + made++);
  }

  @Override
  public void close() {
    remove(directory);
  }

  static void remove(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> found = Files.walk(directory)) {
      List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + directory, e);
    }
  }
}
