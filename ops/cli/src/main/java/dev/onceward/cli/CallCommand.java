package dev.onceward.cli;

import com.google.protobuf.Message;
import dev.onceward.client.OncewardClient;
import picocli.CommandLine.Option;

/** A command that gets one answer, and shows it. */
abstract class CallCommand<R extends Message> extends ConnectedCommand {
  @Option(
      order = ConnectOptions.LAST,
      names = "--json",
      description = "Print the answer as one line of proto3 JSON with the contract's field names.")
  private boolean json;

  CallCommand(Surroundings surroundings) {
    super(surroundings);
  }

  /** Makes the call. */
  abstract R send(OncewardClient client);

  /** Fills the table that people read. */
  abstract void show(R response, Table table);

  @Override
  final int run(OncewardClient client) {
    R response = send(client);
    if (json) {
      out().println(Json.line(response));
    } else {
      Table table = new Table();
      show(response, table);
      table.print(out());
    }
    return ANSWERED;
  }
}
