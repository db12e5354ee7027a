package dev.onceward.server.tidy;

import dev.onceward.server.ProjectRoot;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Every hand-written Java file of the project, whatever its module. */
final class SourceTree {
  private static final Set<String> NOT_OURS = Set.of("target", "node_modules", ".git");

  private SourceTree() {}

  static List<SourceFile> read() throws IOException {
    Path root = ProjectRoot.path();
    Map<String, String> texts = new TreeMap<>();
    for (Path path : javaFiles(root)) {
      String name = root.relativize(path).toString().replace('\\', '/');
      texts.put(name, Files.readString(path));
    }
    return SourceFile.parse(texts);
  }

  private static List<Path> javaFiles(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            return NOT_OURS.contains(directory.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }
}
