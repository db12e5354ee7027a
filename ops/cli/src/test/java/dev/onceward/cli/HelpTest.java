package dev.onceward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.cli.CommandLineFixture.Run;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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
        .contains(cli.commandLine().getSubcommands().keySet())
        .contains("Exit codes: 0 answered");
  }

  @Test
  void policy_aloneOrWithHelp_saysWhatItNeeds() {
    assertThat(cli.run("policy --help").out()).contains("get", "put");
    assertThat(cli.run("policy").err()).contains("a COMMAND is missing: get or put");
  }

  static Stream<String> commands() {
    return Stream.of(
        "serve",
        "begin",
        "complete",
        "fail",
        "renew",
        "get",
        "count",
        "list",
        "find",
        "audit",
        "hold",
        "release",
        "freeze",
        "unfreeze",
        "resolve",
        "force-expire",
        "redact",
        "policy get",
        "policy put");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_eachCommand_explainsEachOptionAndHasAnExample(String command) {
    Run run = cli.run(command + " --help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("Example", "  onceward " + command + " --");
    assertThat(cli.spec(command).usageMessage().footer())
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(80));
    for (OptionSpec option : cli.spec(command).options()) {
      // One that can be negated is shown as --[no-]name.
      assertThat(run.out()).contains(option.longestName().replaceFirst("^--", ""));
      assertThat(option.description()).as(option.longestName()).isNotEmpty();
    }
  }

  @Test
  void version_asked_isPrinted() {
    assertThat(cli.run("--version").out()).startsWith("onceward ");
  }
}
