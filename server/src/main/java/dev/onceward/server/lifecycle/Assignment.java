package dev.onceward.server.lifecycle;

/**
 * Which buckets a server looks after first. Soft: the servers on a store need not agree, since
 * whatever two of them do at once is done once. Thread-safe.
 */
@FunctionalInterface
public interface Assignment {
  /** A server that is alone, or thinks so. */
  Assignment ALL = bucket -> true;

  /** Whether the bucket is this server's. */
  boolean isMine(int bucket);
}
