package dev.onceward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.cli.CommandLineFixture.Run;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.OptionSpec;

final class HelpTest {
  private CommandLineFixture cli;

  @BeforeEach
  void open() throws IOException {
    cli = new CommandLineFixture();
  }

  @AfterEach
  void close() {
    cli.close();
  }

  @Test
  void help_root_listsTheCommandsAndExitCodes() {
    Run run = cli.run("--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("serve", "begin", "complete", "fail", "renew", "get", "Exit codes: 0 answered");
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve", "begin", "complete", "fail", "renew", "get"})
  void help_eachCommand_explainsEachOptionAndHasAnExample(String command) {
    Run run = cli.run(command + " --help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("Example", "  onceward " + command + " --");
    for (OptionSpec option : cli.spec(command).options()) {
      assertThat(run.out()).contains(option.longestName());
      assertThat(option.description()).as(option.longestName()).isNotEmpty();
    }
  }

  @Test
  void version_asked_isPrinted() {
    assertThat(cli.run("--version").out()).startsWith("onceward ");
  }
}
