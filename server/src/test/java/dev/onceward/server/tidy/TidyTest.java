package dev.onceward.server.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.AnnotationTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The project's sources keep to the house style, as far as it can be counted. */
final class TidyTest {
  private static final String MAIN = "server/src/main/java/dev/onceward/server/record/Thing.java";
  private static final String TEST =
      "server/src/test/java/dev/onceward/server/record/ThingTest.java";

  private static List<SourceFile> sources = List.of();

  @BeforeAll
  static void read() throws IOException {
    sources = SourceTree.read();
  }

  @Test
  void sources_everyFile_isTidy() {
    List<Finding> findings = new ArrayList<>();
    for (SourceFile file : sources) {
      findings.addAll(Inspection.of(file));
    }

    assertThat(findings).isEmpty();
  }

  @Test
  void sources_everyMainPackage_isDescribedAndNullMarked() {
    Map<String, Boolean> described = new TreeMap<>();
    for (SourceFile file : sources) {
      if (!file.isTest()) {
        described.merge(file.packagePath(), marksNulls(file), Boolean::logicalOr);
      }
    }

    assertThat(described)
        .as("packages with a package-info.java that says @NullMarked")
        .isNotEmpty()
        .allSatisfy((path, marked) -> assertThat(marked).as(path).isTrue());
  }

  private static boolean marksNulls(SourceFile file) {
    return file.isPackageInfo()
        && file.unit().getPackageAnnotations().stream()
            .map(AnnotationTree::getAnnotationType)
            .anyMatch(type -> type.toString().equals("NullMarked"));
  }

  @Test
  void sources_everyModuleThatExists_isRead() {
    assertThat(sources)
        .extracting(SourceFile::path)
        .contains(MAIN.replace("Thing", "Rules"), TEST.replace("ThingTest", "RulesTest"))
        .noneMatch(path -> path.contains("/target/"));
  }

  @ParameterizedTest(name = "{0} lines in main {1}")
  @CsvSource({"500, true, true", "501, true, false", "800, false, true", "801, false, false"})
  void inspection_linesOfAFile_limited(int lines, boolean main, boolean tidy) {
    String text = "final class Thing {}\n" + "\n".repeat(lines - 1);

    assertThat(inspect(main ? MAIN : TEST, text).isEmpty()).isEqualTo(tidy);
  }

  @ParameterizedTest
  @CsvSource({"70, true", "71, false"})
  void inspection_linesOfAMethod_limited(int lines, boolean tidy) {
    String body = "\n".repeat(lines - 1);

    assertThat(inspect(MAIN, "class Thing {\n  void act() {" + body + "}\n}").isEmpty())
        .isEqualTo(tidy);
    assertThat(inspect(MAIN, "class Thing {\n  Thing() {" + body + "}\n}").isEmpty())
        .isEqualTo(tidy);
    assertThat(inspect(MAIN, "class Thing {\n  static {" + body + "}\n}").isEmpty())
        .isEqualTo(tidy);
  }

  @Test
  void inspection_tooLongMethod_isNamedWithPlaceValueAndLimit() {
    String text = "class Thing {\n\n  /** Acts. */\n  void act() {" + "\n".repeat(79) + "}\n}";

    assertThat(inspect(MAIN, text)).containsExactly(MAIN + ":4: lines of act: 80, limit 70");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class Thing { void act(int a, int b, int c, int d, int e, int f) {} }",
        "class Thing { Thing(int a, int b, int c, int d, int e, int f) {} }",
        "interface Thing { void act(int a, int b, int c, int d, int e, int f); }",
        "record Thing(int a) { static void of(int a, int b, int c, int d, int e, int f) {} }",
      })
  void inspection_sixParameters_found(String text) {
    assertThat(inspect(MAIN, text)).singleElement().asString().endsWith(": 6, limit 5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class Thing { void act(int a, int b, int c, int d, int e) {} }",
        "record Thing(int a, int b, int c, int d, int e, int f) { Thing { } }",
        "record Thing(int a, int b) { Thing(int a, int b, int c, int d, int e, int f) {} }",
        "class Thing { @Override public void act(int a, int b, int c, int d, int e, int f) {} }",
      })
  void inspection_fiveParametersRecordsAndOverrides_tidy(String text) {
    assertThat(inspect(MAIN, text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class Thing { long at = System.currentTimeMillis(); }",
        "class Thing { Object at = java.time.Instant.now(); }",
        "class Thing { LongSupplier clock = System::currentTimeMillis; }",
        "class Thing { Supplier<Instant> clock = Instant::now; }",
        "class Thing { Random random = new Random(); }",
        "class Thing { Random random = new java.util.Random(); }",
        "class Thing { int n = ThreadLocalRandom.current().nextInt(); }",
        "class Thing { Clock clock = Clock.systemUTC(); }",
      })
  void inspection_ambientTimeOrChance_onlyInWiringAndTests(String text) {
    assertThat(inspect(MAIN, text)).hasSize(1);
    assertThat(inspect(TEST, text)).isEmpty();
    for (String wiring : Inspection.WIRING) {
      assertThat(inspect(wiring, text)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class Thing { Object at = Instant.now(clock); }",
        "class Thing { Random random = new Random(seed); }",
        "class Thing { long at = clock.currentTimeMillis(); }",
      })
  void inspection_injectedTimeOrChance_tidy(String text) {
    assertThat(inspect(MAIN, text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class Thing { void act() throws Exception { Thread.sleep(1); } }",
        "class Thing { @Disabled void act() {} }",
        "class Thing { @org.junit.jupiter.api.Disabled void act() {} }",
        "class Thing { } // TO" + "DO: act",
        "class Thing { /* FIX" + "ME */ }",
        "class Thing { String mark = \"XX" + "X\"; }",
      })
  void inspection_sleepsDisabledTestsAndUnfinishedWork_found(String text) {
    assertThat(inspect(MAIN, text)).hasSize(1);
    assertThat(inspect(TEST, text)).hasSize(1);
  }

  @Test
  void inspection_publicTypeWithoutJavadoc_foundInMain() {
    String text = "/** A thing. */\npublic class Thing {\n  public enum Kind { ONE }\n}";

    assertThat(inspect(MAIN, text)).containsExactly(MAIN + ":3: public type Kind without Javadoc");
    assertThat(inspect(TEST, text)).isEmpty();
  }

  private static List<String> inspect(String path, String text) {
    return Inspection.of(SourceFile.parse(path, text)).stream().map(Finding::toString).toList();
  }
}
