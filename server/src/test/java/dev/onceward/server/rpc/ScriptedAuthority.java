package dev.onceward.server.rpc;

import dev.onceward.server.lane.Ask;
import dev.onceward.server.lane.Authority;
import dev.onceward.server.record.Answer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Answers when and what the test says. */
final class ScriptedAuthority implements Authority {
  private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();

  /** One ask and the answer that it waits for. */
  record Asked(Ask ask, CompletableFuture<Answer> answer) {}

  @Override
  public CompletableFuture<Answer> ask(Ask ask) {
    Asked one = new Asked(ask, new CompletableFuture<>());
    asked.add(one);
    return one.answer();
  }

  /** The next ask, once it is there. */
  Asked next() throws InterruptedException {
    Asked one = asked.poll(10, TimeUnit.SECONDS);
    if (one == null) {
      throw new AssertionError("nothing was asked within 10 s");
    }
    return one;
  }

  /** Whether nothing is there that the test has not taken. */
  boolean isUnasked() {
    return asked.isEmpty();
  }
}
