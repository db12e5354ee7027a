package dev.onceward.cli;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.onceward.client.BlockingClient;
import dev.onceward.client.OncewardClient;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that makes one call about one key, and shows the answer. */
abstract class CallCommand<R extends Message> implements Callable<Integer> {
  private static final int ANSWERED = 0;
  private static final int FIRST = -1;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private final ConnectOptions connect = new ConnectOptions();

  @Option(
      order = FIRST,
      names = "--tenant",
      required = true,
      paramLabel = "TENANT",
      description = {"Whose key. Environment: ONCEWARD_TENANT"})
  private String tenant = "";

  @Option(
      order = FIRST,
      names = "--key",
      required = true,
      paramLabel = "KEY",
      description = "The intent's key, made by the requester before its first send.")
  private String key = "";

  @Option(
      order = ConnectOptions.LAST,
      names = "--json",
      description = "Print the answer as one line of proto3 JSON with the contract's field names.")
  private boolean json;

  private final Surroundings surroundings;

  CallCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** Makes the call. */
  abstract R send(BlockingClient client);

  /** Fills the table that people read. */
  abstract void show(R response, Table table, RecordRows records);

  final String tenant() {
    return tenant;
  }

  final String key() {
    return key;
  }

  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  @Override
  public final Integer call() {
    try (OncewardClient client = open()) {
      R response = send(client.blocking());
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(json(response));
      } else {
        Table table = new Table();
        show(response, table, new RecordRows(surroundings.clock()));
        table.print(out);
      }
      out.flush();
    }
    return ANSWERED;
  }

  private OncewardClient open() {
    try {
      return surroundings.connector().apply(connect.builder(surroundings.environment()));
    } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static String json(Message response) {
    try {
      return JsonFormat.printer()
          .preservingProtoFieldNames()
          .omittingInsignificantWhitespace()
          .print(response);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(
          "only an Any can fail to print, and the contract has none", e);
    }
  }
}
