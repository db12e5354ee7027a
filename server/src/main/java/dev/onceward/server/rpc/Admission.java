package dev.onceward.server.rpc;

/** What becomes of a request at the door: a question to be asked, or a refusal. */
sealed interface Admission permits Question, Refusal {}
