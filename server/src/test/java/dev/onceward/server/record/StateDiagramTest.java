package dev.onceward.server.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The README's state diagram is the one that the rules make. Run with {@code -Donceward.write=true}
 * to write it anew.
 */
final class StateDiagramTest {
  private static final String BEGIN = "<!-- state diagram: generated -->\n";
  private static final String END = "<!-- end -->";

  @Test
  void readme_stateDiagram_isTheOneThatTheRulesMake() throws IOException {
    Path readme = ProjectRoot.path().resolve("README.md");
    String text = Files.readString(readme);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    int end = text.indexOf(END, begin);
    assertThat(text.contains(BEGIN) && end >= 0).as("README.md has both markers").isTrue();

    if (Boolean.getBoolean("onceward.write")) {
      Files.writeString(
          readme, text.substring(0, begin) + StateDiagram.text() + text.substring(end));
    } else {
      assertThat(text.substring(begin, end))
          .as("README.md; -Donceward.write=true writes it anew")
          .isEqualTo(StateDiagram.text());
    }
  }

  @Test
  void text_everyState_isEnteredAndLeft() {
    String text = StateDiagram.text();

    for (State state : State.values()) {
      assertThat(text).contains("--> " + state + " :").contains("    " + state + " -->");
      assertThat(text.contains(state + " --> [*] :")).isEqualTo(state.isFinal());
    }
    assertThat(text).contains("[*] --> PROCESSING : Begin\n");
  }

  @Test
  void text_whatTimeAndOperatorsDo_isToldApart() {
    assertThat(StateDiagram.text())
        .contains("PROCESSING --> IN_DOUBT : Fail [otherwise], (ForceExpire [to be held]), lease")
        .contains("FAILED_RETRYABLE --> FAILED_FINAL : Begin [exhausted], Fail [final], nobody")
        .contains("(Resolve [otherwise])");
  }
}
