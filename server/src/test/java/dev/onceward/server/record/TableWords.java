package dev.onceward.server.record;

import static dev.onceward.server.record.Samples.KEY;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The words of {@code transitions.table}, read into arguments of a decision. {@link Told} is the
 * way back. The table's head explains them.
 */
final class TableWords {
  private TableWords() {}

  static @Nullable Record record(String words) {
    String[] all = words.split(" ", -1);
    if (all[0].equals("none")) {
      return null;
    }
    Record sample = Samples.Sample.valueOf(all[0].toUpperCase(Locale.ROOT)).record();
    RecordDraft draft = new RecordDraft(sample);
    for (String word : Arrays.asList(all).subList(1, all.length)) {
      switch (word) {
        case "full" -> draft.references = IntStream.range(1, 17).mapToObj(n -> "O-" + n).toList();
        case "retained" ->
            draft.keeping = draft.keeping.retained(new Retention(Samples.at(3600), "letter"));
        default -> throw new IllegalArgumentException(words);
      }
    }
    return draft.build(sample.revision());
  }

  static Terms terms(String words) {
    Options options = new Options(words);
    Policy policy =
        options.has("byVersion")
            ? Samples.byVersion()
            : options.has("max")
                ? Samples.attemptsMax(Integer.parseInt(options.get("max", "")))
                : options.has("backOff")
                    ? Samples.backOff(options.duration("backOff"))
                    : Policy.DEFAULT;
    return Samples.terms(options.moment("now", "10s"), policy);
  }

  static Command command(String words) {
    Options o = new Options(words);
    return switch (o.word(0)) {
      case "begin" -> begin(o);
      case "complete" ->
          new Command.Complete(
              claim(o), Samples.payload(o.get("result", "done")), o.list("refs", ""));
      case "fail" -> new Command.Fail(claim(o), failure(o), o.duration("after"));
      case "renew" ->
          new Command.Renew(
              claim(o),
              o.has("lease") ? o.duration("lease") : null,
              o.has("hold") ? LeaseExpiry.HOLD : o.has("retry") ? LeaseExpiry.RETRY : null,
              o.list("refs", ""));
      case "get" ->
          new Command.Get(
              KEY,
              o.has("op") ? o.get("op", "") : null,
              o.has("digest") ? Samples.digest(o.get("digest", "")) : null);
      case "retain" -> new Command.Retain(KEY, o.moment("until", ""), o.get("why", "letter"));
      default -> throw new IllegalArgumentException(words);
    };
  }

  private static Command.Begin begin(Options o) {
    return new Command.Begin(
        KEY,
        o.get("op", Samples.OPERATION),
        o.list("digest", "buy1").stream().map(Samples::digest).toList(),
        Samples.attemptId(o.word(1)),
        "pod-" + o.word(1),
        o.has("bare") ? null : Duration.ofSeconds(30),
        o.has("expect") ? Long.valueOf(version(o.get("expect", ""))) : null,
        o.has("bare") ? null : o.has("hold") ? LeaseExpiry.HOLD : LeaseExpiry.RETRY,
        Samples.LABELS);
  }

  private static Command.ClaimRef claim(Options o) {
    String attempt = o.word(1);
    return new Command.ClaimRef(
        KEY,
        version(o.get("v", "@0")),
        attempt.equals("nobody") ? null : Samples.attemptId(attempt));
  }

  private static Failure failure(Options o) {
    String[] parts = o.word(2).split("/", -1);
    return Samples.failure(FailureKind.valueOf(parts[0]), parts[1]);
  }

  private static long version(String word) {
    return Samples.versionAt(Double.parseDouble(word.substring(1)));
  }

  /** A line of words: some by place, some {@code name=value} in any order. */
  private static final class Options {
    private final List<String> words = new ArrayList<>();
    private final Map<String, String> named = new LinkedHashMap<>();

    Options(String line) {
      for (String word : line.split(" ", -1)) {
        int equals = word.indexOf('=');
        if (equals < 0) {
          words.add(word);
        } else {
          named.put(word.substring(0, equals), word.substring(equals + 1));
        }
      }
    }

    String word(int place) {
      return words.get(place);
    }

    boolean has(String word) {
      return named.containsKey(word) || words.contains(word);
    }

    String get(String name, String fallback) {
      return named.getOrDefault(name, fallback);
    }

    List<String> list(String name, String fallback) {
      String joined = get(name, fallback);
      return joined.isEmpty() ? List.of() : List.of(joined.split(","));
    }

    Duration duration(String name) {
      return Duration.between(Samples.START, moment(name, "0s"));
    }

    Instant moment(String name, String fallback) {
      String text = get(name, fallback);
      return Samples.at(Double.parseDouble(text.substring(0, text.length() - 1)));
    }
  }
}
