package dev.onceward.server.kv.fdb;

import static dev.onceward.server.kv.Probe.await;
import static dev.onceward.server.kv.Probe.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.apple.foundationdb.FDBException;
import dev.onceward.server.kv.Probe;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.StoreException.Kind;
import dev.onceward.server.kv.Transaction;
import dev.onceward.server.kv.Watch;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How the adapter uses FoundationDB's client; what the cluster makes of it, FdbStoreTest shows. */
final class FdbAdapterTest {
  private static final String[] OPTIONS = {"option 500", "option 503", "option 51"};

  private final FakeClient client = new FakeClient();
  private final FdbStore store =
      new FdbStore(
          client.database(), FdbOptions.Limits.DEFAULT, Executors.newSingleThreadExecutor());

  @AfterEach
  void closeStore() {
    store.close();
  }

  @Test
  void attempt_guardsAndWrites_readConflictsFirstThenOneCommit() {
    await(
        attempt(
            tx -> {
              tx.set(bytes("a"), bytes("1"));
              tx.add(bytes("n"), -2);
              tx.guard(bytes("b"));
              tx.clear(bytes("b"));
            }));

    assertThat(client.calls)
        .containsSubsequence(OPTIONS)
        .endsWith(
            "addReadConflictKey b",
            "addReadConflictKey own",
            "addWriteConflictKey own",
            "set a",
            "ADD n feffffffffffffff",
            "clear b",
            "commit",
            "close");
  }

  @Test
  void background_attempt_hasBatchPriority() {
    await(store.background().attempt(tx -> tx.read(bytes("a"))));

    assertThat(client.calls).containsSubsequence(OPTIONS).contains("option 201");
  }

  @Test
  void attempt_ofTheStoreItself_hasNoPriorityOption() {
    await(store.attempt(tx -> tx.read(bytes("a"))));

    assertThat(client.calls).doesNotContain("option 201");
  }

  @Test
  void attempt_fenceOnly_readAndWriteConflictAndACommit() {
    await(attempt(tx -> tx.fence(bytes("a"))));

    assertThat(client.calls)
        .endsWith(
            "addReadConflictKey a",
            "addReadConflictKey own",
            "addWriteConflictKey own",
            "addWriteConflictKey a",
            "commit",
            "close");
  }

  @Test
  void attempt_nothingWritten_noCommit() {
    String value =
        await(
            store.attempt(
                tx -> {
                  tx.guard(bytes("a"));
                  return tx.read(bytes("b")).thenApply(ignored -> "done");
                }));

    assertThat(value).isEqualTo("done");
    assertThat(client.calls).endsWith("snapshot get b", "close").doesNotContain("commit");
  }

  @Test
  void attempt_bodyFails_noCommitAndThatVeryException() {
    IllegalStateException thrown = new IllegalStateException("the body's own");

    CompletableFuture<String> result =
        attempt(
            tx -> {
              tx.set(bytes("a"), bytes("1"));
              throw thrown;
            });

    assertThatThrownBy(() -> await(result)).isSameAs(thrown);
    assertThat(client.calls).endsWith("close").doesNotContain("commit", "set a");
  }

  @Test
  void attempt_readTimesOut_unavailableSinceNothingWasSent() {
    client.read = FakeClient.failed(1031);

    CompletableFuture<byte[]> result = store.attempt(tx -> tx.read(bytes("a")));

    assertThat(Probe.failure(result)).isEqualTo(Kind.UNAVAILABLE);
  }

  @Test
  void attempt_commitTimesOut_maybeLaterWithAKeyOfItsOwn() {
    client.commit = FakeClient.failed(1031);

    StoreException first = failure(attempt(tx -> tx.set(bytes("a"), bytes("1"))));
    StoreException second = failure(attempt(tx -> tx.set(bytes("a"), bytes("1"))));

    assertThat(first.kind()).isEqualTo(Kind.MAYBE_LATER);
    assertThat(first.fenceKey()).isNotNull().isNotEqualTo(second.fenceKey());
    assertThat(client.calls).endsWith("commit", "close");
  }

  @Test
  void attempt_commitFailsOutsideTheClient_maybeLater() {
    client.commit = CompletableFuture.failedFuture(new IllegalStateException("closed"));

    CompletableFuture<String> result = attempt(tx -> tx.set(bytes("a"), bytes("1")));

    assertThat(Probe.failure(result)).isEqualTo(Kind.MAYBE_LATER);
  }

  @Test
  void watch_armed_byAReadOnlyTransactionWithDefaultOptions() {
    Watch watch = store.watch(bytes("a"));

    assertThat(watch.armed()).isCompleted();
    assertThat(client.calls).containsExactly("watch a", "commit", "close");
    client.watch.complete(null);
    assertThat(watch.fired()).isCompleted();
  }

  @Test
  void watch_cancelled_cancelsTheClientsOwnFuture() {
    Watch watch = store.watch(bytes("a"));

    watch.cancel();

    assertThat(client.watch).isCancelled();
    assertThat(watch.fired()).isNotDone();
  }

  @Test
  void watch_commitFails_notArmed() {
    client.commit = FakeClient.failed(1009);

    Watch watch = store.watch(bytes("a"));

    assertThat(Probe.failure(watch.armed())).isEqualTo(Kind.UNAVAILABLE);
    assertThat(client.watch).isCancelled();
    assertThat(watch.fired()).isNotDone();
  }

  @Test
  void watch_droppedByTheCluster_firesSoThatItsOwnerLooks() {
    Watch watch = store.watch(bytes("a"));

    client.watch.completeExceptionally(new FDBException("scripted", 1009));

    assertThat(watch.fired()).isCompleted();
  }

  @Test
  void watch_tooMany_staysSilent() {
    Watch watch = store.watch(bytes("a"));

    client.watch.completeExceptionally(new FDBException("too many", 1032));

    assertThat(watch.fired()).isNotDone();
  }

  private CompletableFuture<String> attempt(Consumer<Transaction> writes) {
    return new Probe(store).attempt(writes);
  }

  private static StoreException failure(CompletableFuture<?> future) {
    return (StoreException) await(future.handle((value, error) -> error));
  }
}
