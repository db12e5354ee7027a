package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.onceward.server.lane.Ask;
import dev.onceward.server.record.Command;
import dev.onceward.server.record.Payload;
import dev.onceward.server.record.RecordKey;
import io.grpc.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class AsksTest {
  private static final long NOW = 1_000_000_000_000L;
  private static final RecordKey KEY = new RecordKey("tickets", "K-8842");

  private final Ticker ticker = new Ticker();
  private final Asks asks = new Asks(() -> NOW);

  @Test
  void ask_withLongDeadline_waitsAsAsked() {
    assertThat(waiting(Duration.ofSeconds(5), deadline(10_000))).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void ask_withShortDeadline_waitsUntil200msBeforeIt() {
    assertThat(waiting(Duration.ofSeconds(5), deadline(1_000))).isEqualTo(Duration.ofMillis(800));
  }

  @Test
  void ask_withHardlyAnyTime_waitsNotAtAll() {
    assertThat(waiting(Duration.ofSeconds(5), deadline(200))).isEqualTo(Duration.ZERO);
    assertThat(waiting(Duration.ofSeconds(5), deadline(50))).isEqualTo(Duration.ZERO);
    assertThat(waiting(Duration.ofSeconds(5), deadline(-50))).isEqualTo(Duration.ZERO);
  }

  @Test
  void ask_withoutDeadline_lasts10SecondsBesideItsWait() {
    Ask ask = asks.of(get(Duration.ofSeconds(60)), null, () -> false);

    assertThat(ask.waitAtMost()).isEqualTo(Duration.ofSeconds(60));
    assertThat(ask.deadlineNanos()).isEqualTo(NOW + Duration.ofSeconds(70).toNanos());
  }

  @Test
  void ask_withDeadline_endsWithIt() {
    Ask ask = asks.of(get(Duration.ZERO), deadline(1_500), () -> true);

    assertThat(ask.deadlineNanos()).isEqualTo(NOW + Duration.ofMillis(1_500).toNanos());
    assertThat(ask.cancelled().getAsBoolean()).isTrue();
  }

  @Test
  void complete_whateverItsCallDoes_isPursuedFor10Seconds() {
    Command complete =
        new Command.Complete(new Command.ClaimRef(KEY, 7, null), Payload.EMPTY, List.of());

    Ask ask = asks.of(Question.of(complete), deadline(5), () -> true);

    assertThat(ask.deadlineNanos()).isEqualTo(NOW + Duration.ofSeconds(10).toNanos());
    assertThat(ask.cancelled().getAsBoolean()).isFalse();
  }

  private Duration waiting(Duration asked, @Nullable Deadline deadline) {
    return asks.of(get(asked), deadline, () -> false).waitAtMost();
  }

  private static Question get(Duration wait) {
    return new Question(new Command.Get(KEY, null, null), wait, true);
  }

  private Deadline deadline(long millis) {
    return Deadline.after(millis, TimeUnit.MILLISECONDS, ticker);
  }

  /** A clock that stands still. */
  private static final class Ticker extends Deadline.Ticker {
    @Override
    public long nanoTime() {
      return 0;
    }
  }
}
