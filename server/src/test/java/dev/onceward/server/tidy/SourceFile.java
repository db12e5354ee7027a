package dev.onceward.server.tidy;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** A Java source file, parsed by the JDK's own compiler. */
final class SourceFile {
  private final String path;
  private final String text;
  private final CompilationUnitTree unit;
  private final DocTrees docs;

  private SourceFile(String path, String text, CompilationUnitTree unit, DocTrees docs) {
    this.path = path;
    this.text = text;
    this.unit = unit;
    this.docs = docs;
  }

  static SourceFile parse(String path, String text) {
    return parse(Map.of(path, text)).get(0);
  }

  /** All at once, which is much faster than one by one. */
  static List<SourceFile> parse(Map<String, String> textsByPath) {
    List<Source> sources = new ArrayList<>();
    textsByPath.forEach((path, text) -> sources.add(new Source(path, text)));
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler().getTask(null, null, null, null, null, sources);
    DocTrees docs = DocTrees.instance(task);
    try {
      List<SourceFile> files = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        // The compiler keeps the order that it was given.
        Source source = sources.get(files.size());
        files.add(new SourceFile(source.path, source.text, unit, docs));
      }
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Below the project's root, with slashes. */
  String path() {
    return path;
  }

  CompilationUnitTree unit() {
    return unit;
  }

  List<String> lines() {
    return text.lines().toList();
  }

  boolean isTest() {
    return path.contains("/src/test/");
  }

  boolean isPackageInfo() {
    return path.endsWith("/package-info.java");
  }

  String packagePath() {
    return path.substring(0, path.lastIndexOf('/'));
  }

  /** The line that a part begins on, its annotations included, its comment not. */
  int firstLine(Tree part) {
    return line(positions().getStartPosition(unit, part));
  }

  int lineCount(Tree part) {
    return line(positions().getEndPosition(unit, part)) - firstLine(part) + 1;
  }

  boolean hasJavadoc(TreePath part) {
    return docs.getDocComment(part) != null;
  }

  private SourcePositions positions() {
    return docs.getSourcePositions();
  }

  private int line(long position) {
    LineMap lines = Objects.requireNonNull(unit.getLineMap());
    return (int) lines.getLineNumber(position);
  }

  /** Text as the compiler wants to be given it. */
  private static final class Source extends SimpleJavaFileObject {
    private final String path;
    private final String text;

    Source(String path, String text) {
      super(URI.create("string:///" + path), JavaFileObject.Kind.SOURCE);
      this.path = path;
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
