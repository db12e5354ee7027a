package dev.onceward.server.proof;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The world that callers change: what was really done under each key. It is the truth that the
 * service is there to protect, and that it knows nothing of.
 */
final class Effects {
  private final Map<String, Effect> done = new HashMap<>();

  /**
   * An effect.
   *
   * @param version the claim under which it was had
   */
  record Effect(long version, String result) {}

  /**
   * Has the effect. A careful caller is in a valid claim that is held if its lease ends, so there
   * must not be another.
   */
  Effect happen(String key, long version) {
    Effect effect = new Effect(version, "result of " + key + " under " + version);
    Effect earlier = done.putIfAbsent(key, effect);
    if (earlier != null) {
      throw new Broken(
          "one intent, one effect",
          "%s was done under %d and again under %d".formatted(key, earlier.version, version));
    }
    return effect;
  }

  /** What was done under a key; null if nothing. */
  @Nullable Effect of(String key) {
    return done.get(key);
  }

  int count() {
    return done.size();
  }
}
