package dev.onceward.server.record;

/** What Begin does about a key of which only the archived fingerprint is left. */
public enum AfterArchive {
  /** It is refused: the intent was handled once. */
  REFUSE,
  /** It claims the key as a new one, with a higher version. */
  ADMIT
}
