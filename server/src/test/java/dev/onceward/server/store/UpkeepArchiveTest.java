package dev.onceward.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.record.AfterArchive;
import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.Windows;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the pass over archived keys forgets, and when. */
final class UpkeepArchiveTest {
  private static final RecordKey KEY = Calls.key("K-8842");
  private static final Duration MILLI = Duration.ofMillis(1);

  /** The window counts from the end of the day on which the record finished. */
  private static final Instant END = Instant.parse("2026-05-05T00:00:00Z").plus(days(60));

  /** After the key's record has gone into the archive. */
  private static final Instant LATER = StoreRig.START.plus(days(31));

  private final StoreRig rig = new StoreRig();

  private static Duration days(long days) {
    return Duration.ofDays(days);
  }

  @BeforeEach
  void layDown() {
    rig.layDownFromTheBeginning(StoreRig.WINDOWS, AfterArchive.REFUSE);
  }

  @AfterEach
  void recount() {
    assertThat(rig.differences()).isEmpty();
  }

  private Record archived(String... references) {
    Record finished = rig.succeeded(KEY, references);
    rig.setDay(30);
    rig.pass(Chore.TIERS);
    assertThat(rig.filed(KEY)).isNotNull();
    return finished;
  }

  @Test
  void step_archiveOver_forgetsTheKeyAndRaisesTheFloorToItsVersion() {
    Record finished = archived("O-501");
    rig.now = END;

    UpkeepStep step = rig.pass(Chore.ARCHIVE);

    assertThat(step.stored()).isEqualTo(1);
    assertThat(step.oldestDue()).isEqualTo(END);
    assertThat(rig.filed(KEY)).isNull();
    assertThat(rig.floorOf(KEY)).isEqualTo(finished.claim().version());
    assertThat(((Answer.Refused) rig.ask(Calls.get(KEY))).reason()).isEqualTo(Reason.NOT_FOUND);
    assertThat(rig.recount().archivedCount()).isZero();
  }

  @Test
  void step_oneMillisecondBeforeTheArchiveIsOver_keepsTheKey() {
    archived("O-501");
    rig.now = END.minus(MILLI);

    assertThat(rig.pass(Chore.ARCHIVE)).isEqualTo(UpkeepStep.NOTHING);

    assertThat(rig.filed(KEY)).isNotNull();
    assertThat(rig.floorOf(KEY)).isZero();
    assertThat(((Answer.Refused) rig.ask(Calls.begin(KEY, "b"))).reason())
        .isEqualTo(Reason.ARCHIVED);
  }

  @Test
  void step_floorAboveTheVersion_staysWhereItIs() {
    RecordKey other = neighbour();
    archived();
    rig.now = LATER;
    Record later = rig.succeeded(other);
    rig.now = LATER.plus(days(200));
    rig.pass(Chore.TIERS);
    assertThat(rig.floorOf(KEY)).isEqualTo(later.claim().version());

    rig.pass(Chore.ARCHIVE);

    assertThat(rig.filed(KEY)).isNull();
    assertThat(rig.floorOf(KEY)).isEqualTo(later.claim().version());
  }

  /** Another key of the same bucket. */
  private RecordKey neighbour() {
    for (int n = 0; ; n++) {
      RecordKey key = Calls.key("N-" + n);
      if (rig.layout.bucketOf(key) == rig.layout.bucketOf(KEY)) {
        return key;
      }
    }
  }

  @Test
  void begin_afterTheKeyIsForgotten_claimsWithAHigherVersion() {
    Record finished = archived();
    rig.now = END;
    rig.pass(Chore.ARCHIVE);
    // A server whose clock is far behind claims the key anew.
    rig.now = StoreRig.START;

    Answer.Begun begun = (Answer.Begun) rig.ask(Calls.begin(KEY, "b"));

    assertThat(begun.decision()).isEqualTo(Decision.EXECUTE);
    assertThat(begun.record().claim().version()).isGreaterThan(finished.claim().version());
  }

  @Test
  void step_archiveForEver_keepsTheKey() {
    Windows forEver = new Windows(days(1), days(7), days(30), null);
    rig.layDownFromTheBeginning(forEver, AfterArchive.REFUSE);
    archived("O-501");
    rig.setDay(50_000);

    assertThat(rig.passAll()).isEqualTo(UpkeepStep.NOTHING);

    assertThat(rig.filed(KEY)).isNotNull();
    assertThat(((Answer.Filed) rig.ask(Calls.get(KEY))).until()).isNull();
  }

  @Test
  void step_longerPolicyWhileArchived_extends() {
    archived();
    rig.replaceWindows(StoreRig.windows(1, 7, 30, 90));
    rig.now = END;

    UpkeepStep step = rig.pass(Chore.ARCHIVE);

    assertThat(step.deferred()).isEqualTo(1);
    assertThat(step.stored()).isZero();
    assertThat(Objects.requireNonNull(rig.filed(KEY)).dueDay())
        .isEqualTo(ArchivedCodec.dayOf(END.plus(days(30))));
    assertThat(rig.pass(Chore.ARCHIVE)).isEqualTo(UpkeepStep.NOTHING);
    rig.now = END.plus(days(30)).minus(MILLI);
    assertThat(rig.pass(Chore.ARCHIVE)).isEqualTo(UpkeepStep.NOTHING);
    rig.now = END.plus(days(30));
    assertThat(rig.pass(Chore.ARCHIVE).stored()).isEqualTo(1);
  }

  @Test
  void step_shorterPolicyWhileArchived_shortensNothing() {
    archived();
    rig.replaceWindows(StoreRig.windows(0, 0, 0, 0));
    rig.now = END.minus(MILLI);

    assertThat(rig.pass(Chore.ARCHIVE)).isEqualTo(UpkeepStep.NOTHING);

    assertThat(rig.filed(KEY)).isNotNull();
    rig.now = END;
    assertThat(rig.pass(Chore.ARCHIVE).stored()).isEqualTo(1);
  }

  @Test
  void step_tenantPartlyFrozen_keepsAllItsArchivedKeys() {
    archived();
    rig.freeze("unrelated-");
    rig.now = END;

    UpkeepStep step = rig.pass(Chore.ARCHIVE);

    assertThat(step.deferred()).isEqualTo(1);
    assertThat(rig.filed(KEY)).isNotNull();
    assertThat(rig.pass(Chore.ARCHIVE)).isEqualTo(UpkeepStep.NOTHING);
    rig.unfreeze("unrelated-");
    rig.now = END.plus(days(1));
    assertThat(rig.pass(Chore.ARCHIVE).stored()).isEqualTo(1);
  }

  @Test
  void step_moreKeysThanOneTransactionTakes_drainsThemAll() {
    // S27: a pass goes on until nothing more is due.
    for (int n = 0; n < 25; n++) {
      rig.succeeded(Calls.key("B-" + n), "O-501");
    }
    rig.setDay(30);
    assertThat(rig.pass(Chore.TIERS).stored()).isEqualTo(25);
    assertThat(rig.recount().archivedCount()).isEqualTo(25);
    rig.now = END;

    assertThat(rig.pass(Chore.ARCHIVE).stored()).isEqualTo(25);

    assertThat(rig.recount().archived()).isEmpty();
    assertThat(rig.recount().overdue(rig.now)).isEmpty();
  }

  @Test
  void step_admittedAgainWhileArchived_filesBothLivesAsOne() {
    rig.layDownFromTheBeginning(StoreRig.WINDOWS, AfterArchive.ADMIT);
    Record first = archived("O-501");
    rig.setDay(40);
    Record second = rig.succeeded(KEY, "O-777");
    assertThat(second.claim().version()).isGreaterThan(first.claim().version());
    assertThat(rig.filed(KEY)).isNotNull();
    rig.setDay(70);

    rig.passAll();

    assertThat(rig.stored(KEY)).isNull();
    FiledRow filed = Objects.requireNonNull(rig.filed(KEY));
    assertThat(filed.archived().version()).isEqualTo(second.claim().version());
    assertThat(rig.recount().archivedCount()).isEqualTo(1);
    rig.setDay(102);
    rig.passAll();
    assertThat(rig.filed(KEY)).isNull();
    assertThat(rig.floorOf(KEY)).isEqualTo(second.claim().version());
  }
}
