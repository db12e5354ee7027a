package dev.onceward.cli;

import dev.onceward.client.OncewardClient;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that talks to a server. */
abstract class ConnectedCommand implements Callable<Integer> {
  static final int ANSWERED = 0;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private final ConnectOptions connect = new ConnectOptions();

  private final Surroundings surroundings;

  ConnectedCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** Does what the command is for; returns the exit code. */
  abstract int run(OncewardClient client);

  @Override
  public final Integer call() {
    try (OncewardClient client = open()) {
      return run(client);
    } finally {
      out().flush();
      err().flush();
    }
  }

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  final Surroundings surroundings() {
    return surroundings;
  }

  /** Times as the command shows them. */
  final Moments moments() {
    return new Moments(surroundings.clock());
  }

  /** To be thrown where options cannot be together. */
  final ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private OncewardClient open() {
    try {
      return surroundings.connector().apply(connect.builder(surroundings.environment()));
    } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
