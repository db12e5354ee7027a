package dev.onceward.server.store;

import dev.onceward.server.record.Claim;
import dev.onceward.server.record.Event;
import dev.onceward.server.store.proto.StoredEvent;
import dev.onceward.server.store.proto.StoredRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * A record's events, to and fro. What the record's last claim says anyway is left out, since most
 * events are that claim's and every record carries some.
 */
final class EventCodec {
  private EventCodec() {}

  static void encode(List<Event> events, Claim claim, StoredRecord.Builder out) {
    for (Event event : events) {
      StoredEvent.Builder each =
          out.addEventsBuilder()
              .setTimeMs(Moments.millis(event.time()))
              .setKind(Codes.EVENT_KIND.code(event.kind()))
              .setWhy(event.why())
              .setServer(event.server());
      if (event.version() != claim.version()) {
        each.setVersion(event.version());
      }
      if (!event.who().equals(claim.owner())) {
        each.setWho(event.who());
      }
    }
  }

  static List<Event> decode(StoredRecord in) throws CorruptRecordException {
    List<Event> events = new ArrayList<>(in.getEventsCount());
    for (StoredEvent each : in.getEventsList()) {
      events.add(
          new Event(
              Moments.present(each.getTimeMs()),
              Codes.EVENT_KIND.value(each.getKind()),
              each.getVersion() == 0 ? in.getVersion() : each.getVersion(),
              each.hasWho() ? each.getWho() : in.getOwner(),
              each.getWhy(),
              each.getServer()));
    }
    return events;
  }
}
