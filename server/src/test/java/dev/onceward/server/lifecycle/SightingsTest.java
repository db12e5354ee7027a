package dev.onceward.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.lifecycle.Sightings.Look;
import dev.onceward.server.lifecycle.Sightings.Name;
import dev.onceward.server.store.ServerRow;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SightingsTest {
  private static final Name OTHER = new Name("b", 2);

  private final Sightings sightings = new Sightings(new Name("a", 1));

  private void look(long at, long... walls) {
    List<ServerRow> rows = walls.length == 0 ? List.of() : List.of(new ServerRow("b", 2, walls[0]));
    sightings.add(new Look(rows, at, 0));
  }

  @Test
  void offset_rowThatChanged_isTakenForHalfTheTimeSinceTheLastLook() {
    look(10_000, 500_000);
    look(11_000, 501_000);

    assertThat(sightings.liveOffsets(11_000)).isEqualTo(Map.of(OTHER, 501_500 - 11_000L));
  }

  @Test
  void offset_afterALongPause_isTakenForHalfAnInterval() {
    look(10_000, 500_000);
    look(70_000, 560_000);

    assertThat(sightings.liveOffsets(70_000)).isEqualTo(Map.of(OTHER, 560_500 - 70_000L));
  }

  @Test
  void offset_slowStore_delayIsAdded() {
    look(10_000, 500_000);
    sightings.add(new Look(List.of(new ServerRow("b", 2, 501_000)), 11_000, 800));

    assertThat(sightings.liveOffsets(11_000)).isEqualTo(Map.of(OTHER, 502_300 - 11_000L));
  }

  @Test
  void live_rowUnchanged_forFiveSeconds() {
    look(10_000, 500_000);
    look(11_000, 501_000);
    look(16_000, 501_000);

    assertThat(sightings.liveOffsets(16_000)).containsKey(OTHER);
    assertThat(sightings.liveOffsets(16_001)).isEmpty();
  }

  @Test
  void live_rowThatWasThereBeforeUs_onlyOnceItChanges() {
    look(10_000, 500_000);

    assertThat(sightings.liveOffsets(10_000)).isEmpty();
    assertThat(sightings.isSettled()).isFalse();
    look(11_000, 501_000);
    assertThat(sightings.liveOffsets(11_000)).containsKey(OTHER);
    assertThat(sightings.isSettled()).isTrue();
  }

  @Test
  void settled_oldRowUnchangedForTwoSeconds_itsServerIsTakenForDead() {
    look(10_000, 500_000);
    look(11_999, 500_000);
    assertThat(sightings.isSettled()).isFalse();

    look(12_000, 500_000);

    assertThat(sightings.isSettled()).isTrue();
    assertThat(sightings.liveOffsets(12_000)).isEmpty();
  }

  @Test
  void live_newRowLater_atOnce() {
    look(10_000);
    look(11_000, 500_000);

    assertThat(sightings.liveOffsets(11_000)).containsKey(OTHER);
  }

  @Test
  void toBeRemoved_unchangedForAnHour_thatVeryRow() {
    look(0, 500_000);
    look(3_599_999, 500_000);
    assertThat(sightings.toBeRemoved(3_599_999)).isEmpty();
    assertThat(sightings.toBeRemoved(3_600_000)).containsExactly(new ServerRow("b", 2, 500_000));

    look(3_600_001, 500_001);

    assertThat(sightings.toBeRemoved(3_600_001)).isEmpty();
  }
}
