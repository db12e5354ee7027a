package dev.onceward.cli;

import dev.onceward.client.OncewardException;
import dev.onceward.server.ServerStartException;
import dev.onceward.v1.ErrorReason;
import dev.onceward.v1.NextStep;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The unhappy endings of a command: what they say on stderr, and their exit codes. */
final class Endings {
  private static final int REFUSED = 1;
  private static final int WRONG_USAGE = 2;

  private Endings() {}

  static int wrongUsage(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("onceward: " + failure.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(failure, err);
    err.println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
    err.flush();
    return WRONG_USAGE;
  }

  static int failed(Exception failure, CommandLine command, ParseResult parsed) throws Exception {
    PrintWriter err = command.getErr();
    if (failure instanceof OncewardException refused) {
      print(refused, err);
    } else if (failure instanceof ServerStartException unstarted) {
      err.println("onceward: " + unstarted.getMessage());
    } else {
      throw failure;
    }
    err.flush();
    return REFUSED;
  }

  private static void print(OncewardException refused, PrintWriter err) {
    if (refused.reason() == ErrorReason.ERROR_REASON_UNSPECIFIED) {
      err.println("onceward: unanswered: " + Text.line(unanswered(refused)));
    } else {
      err.println("onceward: refused: " + Text.line(String.valueOf(refused.getMessage())));
    }
    Map<String, String> facts = new TreeMap<>(refused.metadata());
    facts.remove("next");
    facts.forEach((name, value) -> err.println("  " + Text.line(name + ": " + value)));
    refused
        .fieldViolations()
        .forEach((field, text) -> err.println("  " + Text.line(field + ": " + text)));
    hint(refused).ifPresent(text -> err.println("  hint: " + text));
    refused
        .retryAfter()
        .ifPresent(wait -> err.println("  come back after " + DurationConverter.format(wait)));
    String advice = advice(refused.nextStep());
    if (!advice.isEmpty()) {
      err.println("  what to do: " + advice);
    }
  }

  private static String unanswered(OncewardException failure) {
    return switch (failure.code()) {
      case UNAVAILABLE -> "cannot reach the server: " + transportCause(failure);
      case DEADLINE_EXCEEDED -> "no answer in time; whether the call was carried out is not known";
      default -> String.valueOf(failure.getMessage());
    };
  }

  private static String transportCause(OncewardException failure) {
    Throwable cause = belowGrpc(failure);
    String text = cause == null ? null : cause.getMessage();
    return text == null ? String.valueOf(failure.getMessage()) : text;
  }

  // gRPC says "io exception"; what went wrong with which address is said by the cause below its own
  // exceptions.
  private static @Nullable Throwable belowGrpc(OncewardException failure) {
    Throwable cause = failure;
    while (cause instanceof OncewardException || cause instanceof StatusRuntimeException) {
      cause = cause.getCause();
    }
    return cause;
  }

  // Two sides that disagree about TLS hear noise, or nothing before the other one hangs up.
  private static Optional<String> hint(OncewardException failure) {
    if (failure.reason() != ErrorReason.ERROR_REASON_UNSPECIFIED) {
      return Optional.empty();
    }
    Throwable cause = belowGrpc(failure);
    if (cause instanceof SSLException) {
      return Optional.of(
          "see that the server speaks TLS, with a certificate of --tls-ca and for this host");
    }
    boolean mayBeTls =
        switch (failure.code()) {
          case UNAVAILABLE ->
              cause == null
                  || (cause instanceof IOException && !(cause instanceof ConnectException));
          case INTERNAL -> cause != null;
          default -> false;
        };
    return mayBeTls
        ? Optional.of("if the server speaks TLS, give --tls-ca FILE")
        : Optional.empty();
  }

  private static String advice(NextStep next) {
    return switch (next) {
      case NEXT_STEP_SAME_CALL ->
          "send the very same call again: same key, same --attempt-id, same --version";
      case NEXT_STEP_SAME_KEY_NEW_ATTEMPT -> "begin the same key again with a fresh --attempt-id";
      case NEXT_STEP_NEW_KEY -> "this is another intent: give it a key of its own";
      case NEXT_STEP_ASK_OPERATOR -> "ask an operator: a person has to look";
      case NEXT_STEP_UNSPECIFIED, UNRECOGNIZED -> "";
    };
  }
}
