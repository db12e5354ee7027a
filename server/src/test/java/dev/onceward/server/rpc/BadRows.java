package dev.onceward.server.rpc;

import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Requests that each spoil one field of a fresh good one. */
final class BadRows<B extends Message.Builder> {
  private final Supplier<B> good;
  private final List<BadRequest> rows = new ArrayList<>();

  BadRows(Supplier<B> good) {
    this.good = good;
  }

  void bad(String field, String what, Consumer<B> spoil) {
    B request = good.get();
    spoil.accept(request);
    rows.add(new BadRequest(field, what, request.build()));
  }

  List<BadRequest> rows() {
    return List.copyOf(rows);
  }
}
