package dev.onceward.cli.demo;

import java.util.concurrent.CompletableFuture;

/** An order service. */
@FunctionalInterface
interface Orders {
  /** Confirms a purchase. Goes on when whoever asked has given up. */
  CompletableFuture<Confirmation> confirm(Purchase purchase);
}
