package dev.onceward.server.kv.fdb;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.KeyValueStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = FdbStoreTest.CLUSTER_FILE,
    matches = ".+",
    disabledReason =
        "needs a FoundationDB cluster: set ONCEWARD_FDB_CLUSTER_FILE to its cluster file, and"
            + " install foundationdb-clients 7.3 or later")
final class FdbStoreTest extends KeyValueStoreContract {
  static final String CLUSTER_FILE = "ONCEWARD_FDB_CLUSTER_FILE";

  @Override
  protected KeyValueStore open() {
    return FdbStore.open(FdbOptions.at(Path.of(System.getenv(CLUSTER_FILE))));
  }
}
