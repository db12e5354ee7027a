package dev.onceward.server.kv.rocks;

import dev.onceward.server.kv.KeyValueStore;
import dev.onceward.server.kv.KeyValueStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

final class RocksStoreTest extends KeyValueStoreContract {
  @TempDir Path directory;

  @Override
  protected KeyValueStore open() {
    return RocksStore.open(new RocksOptions(directory, 8));
  }
}
