package dev.onceward.server;

import java.nio.file.Files;
import java.nio.file.Path;

/** The directory that the whole project lies in, wherever the tests are started. */
public final class ProjectRoot {
  private ProjectRoot() {}

  /** Its absolute path. */
  public static Path path() {
    Path here = Path.of("").toAbsolutePath();
    for (Path up = here; up != null; up = up.getParent()) {
      // Only the root has it; every module has a pom.xml.
      if (Files.exists(up.resolve(".mvn"))) {
        return up;
      }
    }
    throw new IllegalStateException("no directory above " + here + " has a .mvn");
  }
}
