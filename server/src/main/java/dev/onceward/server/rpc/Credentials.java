package dev.onceward.server.rpc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bearer tokens that a server knows, as read from its credentials file. Immutable and
 * thread-safe.
 *
 * <p>One token a line: {@code NAME sha256:HEX TENANTS [operator]}, where HEX is the token's SHA-256
 * and TENANTS is {@code *} or a comma list of tenant names. Only a line that ends in {@code
 * operator} lets in operators' calls, those about the store as a whole only with {@code *}. Empty
 * lines and those that begin with {@code #} are skipped. A name may have several lines, so that an
 * old and a new token overlap while they are exchanged. The file holds hashes only, and a plain
 * hash will do because tokens are random, at least 128 bits: {@code openssl rand -hex 32}.
 */
public final class Credentials {
  private static final Pattern LINE =
      Pattern.compile("(\\S+)\\s+sha256:(\\p{XDigit}{64})\\s+(\\S+)(\\s+operator)?");
  private static final int NAME_LENGTH_MAX = 128;
  private static final int ENTRIES_MAX = 1_000;

  private final List<Entry> entries;

  private Credentials(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /**
   * Reads a credentials file.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if a line is malformed; the message has its number, never its
   *     text
   */
  public static Credentials read(Path file) throws IOException {
    return parse(Files.readAllLines(file, StandardCharsets.UTF_8));
  }

  static Credentials parse(List<String> lines) {
    List<Entry> entries = new ArrayList<>();
    Set<String> hashes = new HashSet<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      Entry entry = parse(i + 1, line);
      if (!hashes.add(HexFormat.of().formatHex(entry.hash))) {
        throw malformed(i + 1, "has a token that an earlier line has too");
      }
      entries.add(entry);
    }
    if (entries.isEmpty() || entries.size() > ENTRIES_MAX) {
      throw new IllegalArgumentException(
          "credentials file: must have 1 to " + ENTRIES_MAX + " tokens, but has " + entries.size());
    }
    return new Credentials(entries);
  }

  private static Entry parse(int number, String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw malformed(
          number, "is not of the form NAME sha256:64_HEX_DIGITS *|TENANT,TENANT [operator]");
    }
    if (matcher.group(1).length() > NAME_LENGTH_MAX) {
      throw malformed(number, "has a name of more than " + NAME_LENGTH_MAX + " characters");
    }
    boolean operator = matcher.group(4) != null;
    Caller caller = new Caller(matcher.group(1), tenants(number, matcher.group(3)), operator);
    return new Entry(caller, matcher.group(2));
  }

  private static Optional<Set<String>> tenants(int number, String list) {
    if (list.equals("*")) {
      return Optional.empty();
    }
    List<String> names = List.of(list.split(",", -1));
    if (names.contains("") || names.contains("*")) {
      throw malformed(number, "has an empty tenant, or * among others");
    }
    return Optional.of(Set.copyOf(names));
  }

  private static IllegalArgumentException malformed(int number, String what) {
    return new IllegalArgumentException("credentials file: line " + number + " " + what);
  }

  /** Whose token this is. Takes the same time whichever it is, and whether or not it is known. */
  Optional<Caller> callerOf(String token) {
    byte[] hash = sha256(token);
    @Nullable Caller found = null;
    for (Entry entry : entries) {
      if (MessageDigest.isEqual(entry.hash, hash)) {
        found = entry.caller;
      }
    }
    return Optional.ofNullable(found);
  }

  private static byte[] sha256(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static final class Entry {
    private final Caller caller;
    private final byte[] hash;

    Entry(Caller caller, String hexHash) {
      this.caller = caller;
      this.hash = HexFormat.of().parseHex(hexHash);
    }
  }
}
