package dev.onceward.cli;

import com.google.protobuf.Message;
import dev.onceward.v1.Record;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command about one key. */
abstract class KeyCommand<R extends Message> extends CallCommand<R> {
  @Mixin private final TenantOption tenant = new TenantOption();

  @Option(
      order = TenantOption.FIRST,
      names = "--key",
      required = true,
      paramLabel = "KEY",
      description = "The intent's key, made by the requester before its first send.")
  private String key = "";

  KeyCommand(Surroundings surroundings) {
    super(surroundings);
  }

  final String tenant() {
    return tenant.tenant();
  }

  final String key() {
    return key;
  }

  final void show(Record record, Table table) {
    new RecordRows(moments()).add(record, table);
  }
}
