package dev.onceward.cli;

import dev.onceward.v1.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A record's events as a timeline, oldest first: when, how long after the one before, what, by
 * whom.
 */
final class EventTimeline {
  private final Moments moments;
  private final List<Event> events;

  EventTimeline(Moments moments, List<Event> events) {
    this.moments = moments;
    this.events = events;
  }

  void addTo(Table table) {
    List<String> gaps = gaps();
    int gapWidth = width(gaps);
    int kindWidth = width(events.stream().map(EventTimeline::kind).toList());
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      String gap = gaps.get(i);
      table.row(
          "event",
          moments.plain(event.getTime())
              + "  "
              + gap
              + " ".repeat(gapWidth - gap.length())
              + (gapWidth == 0 ? "" : "  ")
              + kind(event)
              + " ".repeat(kindWidth - kind(event).length())
              + "  "
              + story(event));
    }
  }

  private List<String> gaps() {
    List<String> gaps = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      gaps.add(i == 0 ? "" : gap(events.get(i - 1), events.get(i)));
    }
    return gaps;
  }

  // Clocks of two servers may differ, so a later event can have the earlier time.
  private String gap(Event before, Event after) {
    Duration gap = moments.age(before.getTime()).minus(moments.age(after.getTime()));
    return gap.isNegative()
        ? "-" + DurationConverter.format(gap.negated())
        : "+" + DurationConverter.format(gap);
  }

  private static String story(Event event) {
    return "version "
        + event.getVersion()
        + (event.getWho().isEmpty() ? "" : " by " + event.getWho())
        + (event.getServerId().isEmpty() ? "" : " at " + event.getServerId())
        + (event.getWhy().isEmpty() ? "" : ": " + event.getWhy());
  }

  private static String kind(Event event) {
    return RecordRows.word(event.getKind(), "EVENT_KIND_");
  }

  private static int width(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }
}
