package dev.onceward.server.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Decision;
import dev.onceward.server.record.LeaseExpiry;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Record;
import dev.onceward.server.record.RecordKey;
import dev.onceward.server.record.State;
import dev.onceward.server.store.Calls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What queues while a commit is in flight becomes one transaction. */
final class BatchingTest {
  private static final RecordKey KEY = Calls.key("K-8842");

  private Rig rig = new Rig();

  private static LaneLimits limits(int queueMax, int batchCommandsMax) {
    return new LaneLimits(
        1, queueMax, batchCommandsMax, 512 * 1024, Duration.ofSeconds(10), 100, 1 << 20);
  }

  private List<CompletableFuture<Answer>> begins(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> rig.ask(Calls.begin(Calls.key("K-" + i), "a")))
        .toList();
  }

  private static void assertExecute(List<CompletableFuture<Answer>> answers) {
    assertThat(answers)
        .allSatisfy(
            answer ->
                assertThat(((Answer.Begun) answer.getNow(null)).decision())
                    .isEqualTo(Decision.EXECUTE));
  }

  @Test
  void ask_idleLane_commitsAtOnce() {
    assertThat(rig.ask(Calls.begin(KEY, "a"))).isCompleted();
    assertThat(rig.batches).containsExactly(1);
  }

  @Test
  void ask_whileACommitIsInFlight_becomesOneTransaction() {
    CompletableFuture<Answer> first = rig.occupied();
    List<CompletableFuture<Answer>> rest = begins(100);
    assertThat(rest).noneMatch(CompletableFuture::isDone);

    rig.store.release();

    assertThat(first).isCompleted();
    assertExecute(rest);
    assertThat(rig.batches).containsExactly(1, 100);
    assertThat(rig.store.attempts()).isEqualTo(2);
    assertThat(rig.counters()).containsExactly(Map.entry(State.PROCESSING, 101L));
    rig.assertSound();
  }

  @Test
  void together_idleLane_becomesOneTransaction() {
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    rig.authority.together(() -> answers.addAll(begins(100)));

    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThat(rig.batches).containsExactly(100);
  }

  @Test
  void together_busyLane_waitsForTheTransactionInFlight() {
    rig.occupy();
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    rig.authority.together(() -> answers.addAll(begins(100)));

    assertThat(answers).noneMatch(CompletableFuture::isDone);
    assertThat(rig.batches).isEmpty();
  }

  @Test
  void together_asksThatThrow_letsTheLaneGoOn() {
    assertThatThrownBy(
            () ->
                rig.authority.together(
                    () -> {
                      throw new IllegalStateException("asks");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(rig.ask(Calls.begin(KEY, "a"))).isCompleted();
  }

  @Test
  void ask_moreThanABatchTakes_becomesSeveral() {
    rig.occupy();
    List<CompletableFuture<Answer>> rest = begins(600);

    rig.store.release();

    assertExecute(rest);
    assertThat(rig.batches).containsExactly(1, 256, 256, 88);
  }

  @Test
  void ask_largePayloads_closeTheBatchByTheirBytes() {
    List<Record> held = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      held.add(rig.claimed(Calls.begin(Calls.key("K-" + i), "a")));
    }
    rig.batches.clear();
    rig.occupy();
    List<CompletableFuture<Answer>> answers =
        held.stream().map(record -> rig.ask(completeWith(record, 200 * 1024))).toList();

    rig.store.release();

    assertThat(answers).allMatch(CompletableFuture::isDone);
    assertThat(rig.batches).containsExactly(1, 3, 2);
    assertThat(rig.counters()).containsEntry(State.SUCCEEDED, 5L);
    rig.assertSound();
  }

  private static Command completeWith(Record held, int size) {
    return Calls.complete(held, Calls.payload(size, 1));
  }

  @Test
  void ask_largeLabels_closeTheBatchByTheirBytes() {
    rig.occupy();
    List<CompletableFuture<Answer>> answers = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      answers.add(rig.ask(labelled(Calls.key("K-" + i))));
    }

    rig.store.release();

    assertExecute(answers);
    assertThat(Collections.max(rig.batches)).isBetween(50, 128);
  }

  private static Command labelled(RecordKey key) {
    Map<String, String> labels = new HashMap<>();
    for (int i = 0; i < 16; i++) {
      labels.put("label-" + i, "v".repeat(240));
    }
    return Calls.begin(key, "a", LeaseExpiry.HOLD, labels);
  }

  /** Small commands on records that have grown: only the transaction itself finds out. */
  @Test
  void ask_transactionTooLargeForTheStore_isHalvedUntilItFits() {
    String[] references =
        IntStream.range(0, 16).mapToObj(i -> "r".repeat(230) + i).toArray(String[]::new);
    List<Record> held = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      Record claimed = rig.claimed(labelled(Calls.key("K-" + i)));
      held.add(Rig.recordOf(rig.answer(Calls.renew(claimed, null, references))));
    }
    rig.timer.advance(Duration.ofSeconds(1));
    rig.batches.clear();
    rig.occupy();
    List<CompletableFuture<Answer>> answers =
        held.stream().map(record -> rig.ask(Calls.renew(record, null))).toList();

    rig.store.release();

    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.getNow(null)).isInstanceOf(Answer.Renewed.class));
    assertThat(rig.batches.stream().mapToInt(Integer::intValue).sum()).isEqualTo(257);
    assertThat(rig.batches.size()).isBetween(3, 9);
    rig.assertSound();
  }

  @Test
  void ask_commandsOfOneKeyInABatch_areDecidedInOrder() {
    rig.occupy();
    CompletableFuture<Answer> begin = rig.ask(Calls.begin(KEY, "a"));
    Command.ClaimRef claim = new Command.ClaimRef(KEY, rig.versionNow(), "a");
    CompletableFuture<Answer> complete =
        rig.ask(new Command.Complete(claim, Calls.payload("O-501"), List.of()));
    CompletableFuture<Answer> again = rig.ask(Calls.begin(KEY, "b"));

    rig.store.release();

    assertThat(((Answer.Begun) begin.join()).decision()).isEqualTo(Decision.EXECUTE);
    assertThat(Rig.recordOf(complete.join()).state()).isEqualTo(State.SUCCEEDED);
    Answer.Begun replay = (Answer.Begun) again.join();
    assertThat(replay.decision()).isEqualTo(Decision.REPLAY);
    assertThat(replay.record().result()).isEqualTo(Calls.payload("O-501"));
    assertThat(rig.batches).containsExactly(1, 3);
    rig.assertSound();
  }

  @Test
  void ask_commandsOfOneKeyInSeveralBatches_areDecidedInOrder() {
    rig = new Rig(limits(100, 1));
    rig.occupy();
    CompletableFuture<Answer> begin = rig.ask(Calls.begin(KEY, "a"));
    Command.ClaimRef claim = new Command.ClaimRef(KEY, rig.versionNow(), "a");
    CompletableFuture<Answer> complete =
        rig.ask(new Command.Complete(claim, Payload.EMPTY, List.of()));
    CompletableFuture<Answer> again = rig.ask(Calls.begin(KEY, "b"));

    rig.store.release();

    assertThat(((Answer.Begun) begin.join()).decision()).isEqualTo(Decision.EXECUTE);
    assertThat(Rig.recordOf(complete.join()).state()).isEqualTo(State.SUCCEEDED);
    assertThat(((Answer.Begun) again.join()).decision()).isEqualTo(Decision.REPLAY);
    assertThat(rig.batches).containsExactly(1, 1, 1, 1);
  }

  @Test
  void ask_strangersOnOneKey_costOneCommitAndNoConflict() {
    rig.occupy();
    List<CompletableFuture<Answer>> answers =
        IntStream.range(0, 200).mapToObj(i -> rig.ask(Calls.begin(KEY, "a" + i))).toList();

    rig.store.release();

    assertThat(answers)
        .extracting(answer -> ((Answer.Begun) answer.join()).decision())
        .containsOnlyOnce(Decision.EXECUTE)
        .contains(Decision.IN_PROGRESS);
    assertThat(rig.store.attempts()).isEqualTo(2);
    assertThat(rig.stored(KEY).revision()).isEqualTo(1);
  }

  @Test
  void ask_fullQueue_isOverloadedAtOnceAndNothingIsStored() {
    rig = new Rig(limits(3, 256));
    rig.occupy();
    List<CompletableFuture<Answer>> queued = begins(3);

    CompletableFuture<Answer> surplus = rig.ask(Calls.begin(KEY, "a"));

    assertThat(Rig.reasonOf(surplus.getNow(null))).isEqualTo(Reason.OVERLOADED);
    rig.store.release();
    assertExecute(queued);
    assertThat(rig.isStored(KEY)).isFalse();
    assertThat(rig.begun(Calls.begin(KEY, "a")).decision()).isEqualTo(Decision.EXECUTE);
  }

  @Test
  void ask_keyOfAnotherLane_doesNotWait() {
    rig = new Rig(LaneLimits.DEFAULT.withLanes(16));
    RecordKey occupied = Calls.key("occupied");
    CompletableFuture<Answer> held = rig.occupied();
    int lane = rig.records.bucketOf(occupied);
    RecordKey elsewhere =
        IntStream.range(0, 100)
            .mapToObj(i -> Calls.key("K-" + i))
            .filter(key -> rig.records.bucketOf(key) != lane)
            .findFirst()
            .orElseThrow();

    assertThat(rig.ask(Calls.begin(elsewhere, "a"))).isCompleted();
    assertThat(held).isNotDone();
  }

  /** A store that answers at once calls back from within the start of a transaction. */
  @Test
  void ask_longQueueOnASynchronousStore_doesNotRecurse() {
    rig = new Rig(limits(20_000, 1));
    rig.occupy();
    List<CompletableFuture<Answer>> rest = begins(20_000);

    rig.store.release();

    assertExecute(rest);
  }
}
