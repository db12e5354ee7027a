package dev.onceward.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where this process's stderr goes. */
final class Stderr {
  private Stderr() {}

  /**
   * Whether it is a terminal, as far as the system tells: Linux does. What Java knows is about
   * stdin and stdout, which may be piped while somebody looks at stderr.
   */
  static boolean isTerminal() {
    try {
      String file = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
