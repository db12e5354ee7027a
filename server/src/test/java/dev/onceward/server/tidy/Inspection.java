package dev.onceward.server.tidy;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** What is untidy in one file. */
final class Inspection extends TreePathScanner<@Nullable Void, @Nullable Void> {
  static final int MAIN_FILE_LINES_MAX = 500;
  static final int TEST_FILE_LINES_MAX = 800;
  static final int METHOD_LINES_MAX = 70;
  static final int PARAMETERS_MAX = 5;

  /**
   * Where clocks and randomness may be taken from the system: in what wires a server or a client,
   * to be handed to everyone else, and in the programs of {@code ops}, which people start to see
   * real time pass.
   */
  static final List<String> WIRING =
      List.of(
          "server/src/main/java/dev/onceward/server/Server.java",
          "client/src/main/java/dev/onceward/client/OncewardClientBuilder.java",
          "ops/");

  private static final String UNSEEDED = "new Random";

  private static final Set<String> AMBIENT_CALLS =
      Set.of(
          "System.currentTimeMillis",
          "Instant.now",
          "LocalDate.now",
          "LocalDateTime.now",
          "OffsetDateTime.now",
          "ZonedDateTime.now",
          "Clock.systemUTC",
          "Clock.systemDefaultZone",
          "ThreadLocalRandom.current",
          "Math.random",
          UNSEEDED);

  // Put together, lest this file find itself.
  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(" + String.join("|", "TO" + "DO", "FIX" + "ME", "XX" + "X") + ")\\b");

  private final SourceFile file;
  private final List<Finding> findings = new ArrayList<>();

  private Inspection(SourceFile file) {
    this.file = file;
  }

  static List<Finding> of(SourceFile file) {
    Inspection inspection = new Inspection(file);
    inspection.inspectLines();
    inspection.scan(file.unit(), null);
    return inspection.findings;
  }

  private void inspectLines() {
    List<String> lines = file.lines();
    int limit = file.isTest() ? TEST_FILE_LINES_MAX : MAIN_FILE_LINES_MAX;
    if (lines.size() > limit) {
      findings.add(Finding.over(file.path(), 1, "lines of the file", lines.size(), limit));
    }
    for (int i = 0; i < lines.size(); i++) {
      if (UNFINISHED.matcher(lines.get(i)).find()) {
        findings.add(new Finding(file.path(), i + 1, "unfinished: " + lines.get(i).strip()));
      }
    }
  }

  @Override
  public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
    ModifiersTree modifiers = type.getModifiers();
    boolean visible =
        modifiers.getFlags().contains(Modifier.PUBLIC)
            || modifiers.getFlags().contains(Modifier.PROTECTED);
    if (!file.isTest() && visible && !file.hasJavadoc(getCurrentPath())) {
      found(type, "public type " + type.getSimpleName() + " without Javadoc");
    }
    return super.visitClass(type, null);
  }

  @Override
  public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
    inspectLength(method, method.getName().toString());
    int parameters = method.getParameters().size();
    if (parameters > PARAMETERS_MAX && !isRecordsConstructor(method) && !isOverride(method)) {
      String what = "parameters of " + method.getName();
      findings.add(
          Finding.over(file.path(), file.firstLine(method), what, parameters, PARAMETERS_MAX));
    }
    return super.visitMethod(method, null);
  }

  @Override
  public @Nullable Void visitBlock(BlockTree block, @Nullable Void nothing) {
    Tree parent = getCurrentPath().getParentPath().getLeaf();
    if (parent instanceof ClassTree) {
      inspectLength(block, "initializer");
    }
    return super.visitBlock(block, null);
  }

  private void inspectLength(Tree part, String name) {
    int lines = file.lineCount(part);
    if (lines > METHOD_LINES_MAX) {
      String what = "lines of " + name;
      findings.add(Finding.over(file.path(), file.firstLine(part), what, lines, METHOD_LINES_MAX));
    }
  }

  /** A record's components are its fields; their number is not a matter of calling it. */
  private boolean isRecordsConstructor(MethodTree method) {
    Tree owner = getCurrentPath().getParentPath().getLeaf();
    return method.getReturnType() == null && owner.getKind() == Tree.Kind.RECORD;
  }

  /** Counted where it is declared, which may be in somebody else's code. */
  private static boolean isOverride(MethodTree method) {
    return method.getModifiers().getAnnotations().stream()
        .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
  }

  @Override
  public @Nullable Void visitAnnotation(AnnotationTree annotation, @Nullable Void nothing) {
    String name = annotation.getAnnotationType().toString();
    if (name.equals("Disabled") || name.endsWith(".Disabled")) {
      found(annotation, "a test that does not run");
    }
    return super.visitAnnotation(annotation, null);
  }

  @Override
  public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void nothing) {
    String called = lastTwoNames(call.getMethodSelect().toString());
    if (called.equals("Thread.sleep")) {
      found(call, "sleeps");
    }
    // With an argument it is given its clock.
    if (call.getArguments().isEmpty()) {
      inspectAmbient(call, called);
    }
    return super.visitMethodInvocation(call, null);
  }

  @Override
  public @Nullable Void visitMemberReference(
      MemberReferenceTree reference, @Nullable Void nothing) {
    inspectAmbient(
        reference, lastTwoNames(reference.getQualifierExpression() + "." + reference.getName()));
    return super.visitMemberReference(reference, null);
  }

  @Override
  public @Nullable Void visitNewClass(NewClassTree creation, @Nullable Void nothing) {
    String name = creation.getIdentifier().toString();
    boolean seeded = !creation.getArguments().isEmpty();
    if (!seeded && (name.equals("Random") || name.endsWith(".Random"))) {
      inspectAmbient(creation, UNSEEDED);
    }
    return super.visitNewClass(creation, null);
  }

  private void inspectAmbient(Tree part, String called) {
    boolean allowed = file.isTest() || WIRING.stream().anyMatch(file.path()::startsWith);
    if (AMBIENT_CALLS.contains(called) && !allowed) {
      found(part, "time or chance of the system, not injected: " + part);
    }
  }

  private static String lastTwoNames(String qualified) {
    int last = qualified.lastIndexOf('.');
    return qualified.substring(qualified.lastIndexOf('.', last - 1) + 1);
  }

  private void found(Tree part, String what) {
    findings.add(new Finding(file.path(), file.firstLine(part), what));
  }
}
