package dev.onceward.cli;

import java.util.concurrent.CountDownLatch;

/** The lifetime of a process: until SIGTERM or SIGINT. */
final class UntilSignalled implements Surroundings.Lifetime {
  @Override
  public void atEnd(Runnable drain) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(drain), "onceward-drain"));
  }

  /** Never returns: the process ends in the shutdown hook. */
  @Override
  public void await() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  // Left to itself a JVM that was signalled exits with 128 + the signal, even after a clean stop;
  // halt sets the code.
  private static void end(Runnable drain) {
    int code = 1;
    try {
      drain.run();
      code = 0;
    } finally {
      System.out.flush();
      System.err.flush();
      Runtime.getRuntime().halt(code);
    }
  }
}
