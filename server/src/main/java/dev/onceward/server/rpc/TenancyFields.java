package dev.onceward.server.rpc;

import dev.onceward.server.record.Answer;
import dev.onceward.server.record.Mandate;
import dev.onceward.server.record.Policy;
import dev.onceward.server.record.Reason;
import dev.onceward.server.record.Tenancy;
import dev.onceward.server.record.TenancyChange;
import dev.onceward.v1.FreezeRequest;
import dev.onceward.v1.FreezeResponse;
import dev.onceward.v1.GetPolicyRequest;
import dev.onceward.v1.GetPolicyResponse;
import dev.onceward.v1.PutPolicyRequest;
import dev.onceward.v1.PutPolicyResponse;
import dev.onceward.v1.UnfreezeRequest;
import dev.onceward.v1.UnfreezeResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads what operators ask and lay down for a tenant: its policy and its freezes. */
final class TenancyFields {
  /** The prefix of every key. */
  private static final List<String> ALL_KEYS = List.of("");

  private TenancyFields() {}

  static @Nullable Errand<GetPolicyResponse> getPolicy(
      GetPolicyRequest request, FieldChecks checks) {
    String tenant = CommonFields.tenant(request.getTenant(), checks);
    return checks.passed()
        ? Errand.about(
            tenant,
            (operations, caller, within) ->
                operations.tenancy(tenant, within).thenApply(TenancyMessages::got))
        : null;
  }

  static @Nullable Errand<PutPolicyResponse> putPolicy(
      PutPolicyRequest request, FieldChecks checks) {
    String tenant = CommonFields.tenant(request.getTenant(), checks);
    CommonFields.onWhoseWord(request.getWho(), request.getEvidence(), checks);
    Long expected = request.hasExpectedRevision() ? request.getExpectedRevision() : null;
    if (expected != null && expected < 0) {
      checks.add(
          "expected_revision", "is below 0: send the revision that GetPolicy answered, or none");
    }
    Policy policy = PolicyFields.read(request, checks);
    if (policy == null || !checks.passed()) {
      return null;
    }
    List<String> uncovered = policy.sources().uncoveredBy(policy.promises().present());
    if (!uncovered.isEmpty()) {
      return Errand.about(tenant, (operations, caller, within) -> refused(uncovered));
    }
    Mandate mandate = new Mandate(request.getWho(), request.getEvidence(), expected);
    return change(tenant, new TenancyChange.PutPolicy(policy, mandate), TenancyMessages::put);
  }

  private static <R> CompletableFuture<R> refused(List<String> uncovered) {
    return CompletableFuture.failedFuture(
        new Operations.RefusedException(
            new Answer.Refused(
                Reason.POLICY_UNCOVERED,
                "duplicates may come later than the windows last: "
                    + String.join("; ", uncovered))));
  }

  static @Nullable Errand<FreezeResponse> freeze(FreezeRequest request, FieldChecks checks) {
    String tenant = CommonFields.tenant(request.getTenant(), checks);
    CommonFields.onWhoseWord(request.getWho(), request.getEvidence(), checks);
    List<String> prefixes = prefixes(request.getKeyPrefixesList(), checks);
    if (!checks.passed()) {
      return null;
    }
    Mandate mandate = new Mandate(request.getWho(), request.getEvidence(), null);
    return change(tenant, new TenancyChange.FreezeKeys(prefixes, mandate), TenancyMessages::frozen);
  }

  static @Nullable Errand<UnfreezeResponse> unfreeze(UnfreezeRequest request, FieldChecks checks) {
    String tenant = CommonFields.tenant(request.getTenant(), checks);
    CommonFields.onWhoseWord(request.getWho(), request.getEvidence(), checks);
    List<String> prefixes = prefixes(request.getKeyPrefixesList(), checks);
    if (!checks.passed()) {
      return null;
    }
    Mandate mandate = new Mandate(request.getWho(), request.getEvidence(), null);
    return change(
        tenant, new TenancyChange.UnfreezeKeys(prefixes, mandate), TenancyMessages::unfrozen);
  }

  private static List<String> prefixes(List<String> given, FieldChecks checks) {
    checks.texts("key_prefixes", given, Limits.KEY_PREFIXES, Limits.KEY);
    return given.isEmpty() ? ALL_KEYS : given;
  }

  private static <R> Errand<R> change(
      String tenant, TenancyChange change, Function<Tenancy, R> response) {
    return Errand.about(
        tenant,
        (operations, caller, within) ->
            operations
                .change(tenant, change, within)
                .thenApply(
                    after -> {
                      OrderLog.changed(tenant, after, change, caller);
                      return response.apply(after);
                    }));
  }
}
