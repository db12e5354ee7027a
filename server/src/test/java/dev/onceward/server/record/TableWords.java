package dev.onceward.server.record;

import static dev.onceward.server.record.Samples.KEY;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The words of {@code transitions.table}, read into arguments of a decision. {@link Told} is the
 * way back. The table's head explains them.
 */
final class TableWords {
  private TableWords() {}

  static Evidence evidence(String words) {
    List<String> all = List.of(words.split(" ", -1));
    List<String> more = all.subList(1, all.size());
    return switch (all.get(0)) {
      case "none" -> Evidence.NONE;
      case "archived" -> new Evidence(null, archived(more));
      default -> Evidence.of(record(Sample.valueOf(all.get(0).toUpperCase(Locale.ROOT)), more));
    };
  }

  private static Archived archived(List<String> words) {
    Archived filed = Archived.of(Sample.SUCCEEDED.record());
    Keeping keeping = filed.keeping();
    for (String word : words) {
      keeping = kept(keeping, word);
    }
    return new Archived(
        filed.state(),
        filed.version(),
        filed.revision(),
        filed.finishedOn(),
        filed.result(),
        filed.intent(),
        filed.references(),
        keeping);
  }

  private static Record record(Sample sample, List<String> words) {
    RecordDraft draft = new RecordDraft(sample.record());
    for (String word : words) {
      switch (word) {
        case "full" -> draft.references = IntStream.range(1, 17).mapToObj(n -> "O-" + n).toList();
        case "sticky" -> draft.claim = draft.claim.held();
        case "redacted" -> redact(draft);
        case "plain" -> draft.intent = withoutLabels(draft.intent);
        case "page" ->
            draft.failure = Objects.requireNonNull(draft.failure).with(Samples.payload("page"));
        default -> draft.keeping = kept(draft.keeping, word);
      }
    }
    boolean open = draft.keeping.holds().stream().anyMatch(hold -> hold.until() == null);
    if (draft.kept != null && open) {
      draft.kept = new Record.Kept(draft.kept.tier(), null);
    }
    return draft.build(sample.record().revision());
  }

  private static void redact(RecordDraft draft) {
    draft.intent = withoutLabels(draft.intent);
    if (draft.result != null) {
      draft.result = draft.result.without(PayloadOmitted.REDACTED);
    }
  }

  private static Intent withoutLabels(Intent intent) {
    return new Intent(intent.operation(), intent.requestDigest(), intent.firstSeen(), Map.of());
  }

  private static Keeping kept(Keeping keeping, String word) {
    return switch (word) {
      case "retained" -> keeping.retained(new Retention(Samples.at(3600), "letter"));
      case "held" -> keeping.held(Samples.hold("case-7", null));
      case "lapsed" -> keeping.held(Samples.hold("case-7", 8.0));
      case "eight" -> {
        Keeping all = keeping;
        for (int n = 1; n <= Keeping.HOLDS_MAX; n++) {
          all = all.held(Samples.hold("h-" + n, null));
        }
        yield all;
      }
      default -> throw new IllegalArgumentException(word);
    };
  }

  static Terms terms(String words) {
    Options o = new Options(words);
    Policy.Claims d = Policy.Claims.DEFAULT;
    Policy.Claims claims =
        new Policy.Claims(
            d.onLeaseExpiry(),
            o.has("longest") ? o.duration("longest") : d.defaultLease(),
            o.has("longest") ? o.duration("longest") : d.longestLease(),
            Integer.parseInt(o.get("max", Integer.toString(d.attemptsMax()))),
            o.duration("backOff"),
            o.has("byVersion"));
    AfterArchive afterArchive = o.has("admit") ? AfterArchive.ADMIT : AfterArchive.REFUSE;
    Policy policy = new Policy(claims, Promises.DEFAULT, Sources.NONE, afterArchive);
    List<Freeze> freezes =
        o.has("frozen")
            ? List.of(new Freeze("K-", Samples.at(9), "pat", "an incident"))
            : List.of();
    return new Terms(
        o.moment("now", "10s"),
        Samples.SKEW,
        0,
        new Tenancy(policy, freezes, 1),
        "s-1",
        !o.has("unclocked"));
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
      default -> ofOperator(o);
    };
  }

  private static Command ofOperator(Options o) {
    Mandate mandate =
        new Mandate("pat", "looked", o.has("rev") ? Long.valueOf(o.get("rev", "")) : null);
    return switch (o.word(0)) {
      case "hold" ->
          new Command.Hold(KEY, mandate, o.word(1), o.has("until") ? o.moment("until", "") : null);
      case "release" -> new Command.Release(KEY, mandate, o.word(1));
      case "resolve" -> new Command.Resolve(KEY, mandate, resolution(o));
      case "force" -> new Command.ForceExpire(KEY, mandate);
      case "redact" -> new Command.Redact(KEY, mandate);
      default -> throw new IllegalArgumentException(o.word(0));
    };
  }

  private static Resolution resolution(Options o) {
    return switch (o.word(1)) {
      case "succeeded" ->
          new Resolution.Succeeded(
              Samples.payload(o.get("result", "done")), o.list("refs", "O-501"));
      case "failed" ->
          new Resolution.FailedFinal(Samples.failure(FailureKind.FINAL, o.get("code", "declined")));
      case "undone" -> new Resolution.NotExecuted();
      default -> throw new IllegalArgumentException(o.word(1));
    };
  }

  private static Command.Begin begin(Options o) {
    return new Command.Begin(
        KEY,
        o.get("op", Samples.OPERATION),
        o.list("digest", "buy1").stream().map(Samples::digest).toList(),
        Samples.attemptId(o.word(1)),
        "pod-" + o.word(1),
        o.has("bare") ? null : o.has("lease") ? o.duration("lease") : Duration.ofSeconds(30),
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
