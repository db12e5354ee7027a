package dev.onceward.server.kv;

import static dev.onceward.server.kv.Probe.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.kv.StoreException.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WatchTableTest {
  private final WatchTable table = new WatchTable(2);

  @Test
  void fire_watchedKey_firesOnceAndFreesItsPlace() {
    Watch first = table.watch(bytes("a"));
    Watch second = table.watch(bytes("a"));

    table.fire(List.of(bytes("a"), bytes("b"), bytes("a")));

    assertThat(first.fired()).isCompleted();
    assertThat(second.fired()).isCompleted();
    assertThat(table.watch(bytes("c")).armed()).isCompleted();
    assertThat(table.watch(bytes("d")).armed()).isCompleted();
  }

  @Test
  void watch_oneTooMany_unavailableUntilAnotherEnds() {
    Watch first = table.watch(bytes("a"));
    Watch second = table.watch(bytes("b"));

    Watch third = table.watch(bytes("c"));

    assertThat(Probe.failure(third.armed())).isEqualTo(Kind.UNAVAILABLE);
    third.cancel();
    first.cancel();
    first.cancel();
    assertThat(table.watch(bytes("d")).armed()).isCompleted();
    assertThat(Probe.failure(table.watch(bytes("e")).armed())).isEqualTo(Kind.UNAVAILABLE);
    second.cancel();
  }

  @Test
  void close_openWatches_fire() {
    Watch watch = table.watch(bytes("a"));

    table.close();

    assertThat(watch.fired()).isCompleted();
    assertThat(Probe.failure(table.watch(bytes("a")).armed())).isEqualTo(Kind.UNAVAILABLE);
  }
}
