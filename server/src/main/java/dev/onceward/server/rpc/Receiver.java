package dev.onceward.server.rpc;

/** Where one response goes. Told once, on any thread. */
interface Receiver<R> {
  /** Where the request stands in its call. */
  Scope scope();

  /** The response. */
  void answered(R response);

  /** There is none. */
  void refused(Refusal refusal);
}
