package dev.onceward.crooked.store.proto;

/** What generated code would be. */
public final class StoredThing {
  private StoredThing() {}
}
