package dev.onceward.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The server is built as drawn, and the rules that say so would notice if it were not. */
final class ArchitectureTest {
  private static final String ROOT = "dev.onceward.server";
  private static final String CROOKED = "dev.onceward.crooked";

  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(ROOT);
  private static final JavaClasses CROOKED_HOUSE = new ClassFileImporter().importPackages(CROOKED);

  static Stream<ArchRule> rules() {
    return new Architecture(ROOT).rules().stream();
  }

  static Stream<ArchRule> rulesOfTheCrookedHouse() {
    return new Architecture(CROOKED).rules().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void rule_server_holds(ArchRule rule) {
    rule.check(OURS);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rulesOfTheCrookedHouse")
  void rule_crookedHouse_isBroken(ArchRule rule) {
    assertThat(rule.evaluate(CROOKED_HOUSE).hasViolation()).isTrue();
  }

  @Test
  void imported_classes_areTheServersAndNoTests() {
    List<String> names = OURS.stream().map(JavaClass::getName).toList();

    assertThat(names)
        .contains(ROOT + ".record.Transitions", ROOT + ".kv.KeyValueStore", ROOT + ".lane.Ask")
        .doesNotContain(ArchitectureTest.class.getName());
  }
}
