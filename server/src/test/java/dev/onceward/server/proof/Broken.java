package dev.onceward.server.proof;

/** Says that a promise was broken, and by what. */
final class Broken extends AssertionError {
  private static final long serialVersionUID = 1L;

  Broken(String promise, String what) {
    super(promise + ": " + what);
  }
}
