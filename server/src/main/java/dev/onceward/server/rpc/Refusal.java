package dev.onceward.server.rpc;

import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Reason;
import java.util.List;
import java.util.Map;

/**
 * Why a call or an item of a Batch gets no answer, before it is put into the wire's words.
 *
 * @param message for people: constant text, no caller's data
 * @param details for programs: names and values, without {@code field}
 * @param violations the fields at fault, INVALID_FIELD only
 */
record Refusal(
    Reason reason, String message, Map<String, String> details, List<Violation> violations)
    implements Admission {

  private static final String FIELD = "field";

  /** A refusal without details. */
  static Refusal of(Reason reason, String message) {
    return new Refusal(reason, message, Map.of(), List.of());
  }

  /** A refusal for one field. */
  static Refusal of(Violation violation) {
    return of(List.of(violation));
  }

  /** A refusal for some fields, at least one. */
  static Refusal of(List<Violation> violations) {
    Violation first = violations.get(0);
    String message =
        first.field().isEmpty() ? first.description() : first.field() + " " + first.description();
    if (violations.size() > 1) {
      message = message + " (and " + (violations.size() - 1) + " more, see the details)";
    }
    return new Refusal(Reason.INVALID_FIELD, message, Map.of(), violations);
  }

  /** A refusal that the authority answered; the field that it may name lies in {@code scope}. */
  static Refusal of(Answer.Refused refused, Scope scope) {
    String field = refused.details().get(FIELD);
    List<Violation> violations =
        field == null ? List.of() : List.of(new Violation(scope.path(field), refused.message()));
    return new Refusal(refused.reason(), refused.message(), refused.details(), violations);
  }
}
