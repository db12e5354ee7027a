package dev.onceward.server.record;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an operator lays down for a tenant, on top of what is laid down already. Pure. */
public sealed interface TenancyChange {
  /** On whose word. */
  Mandate mandate();

  /**
   * Why it cannot be done; null if it can.
   *
   * @param terms of the moment; what is laid down already is the tenancy in them
   */
  Answer.@Nullable Refused refusal(Terms terms);

  /**
   * What holds from then on; the very object that is in {@code terms} if nothing changes. To be
   * asked only if there is no refusal.
   */
  Tenancy appliedTo(Terms terms);

  /** Another policy, as a whole. */
  record PutPolicy(Policy policy, Mandate mandate) implements TenancyChange {
    @Override
    public Answer.@Nullable Refused refusal(Terms terms) {
      Tenancy before = terms.tenancy();
      Long expected = mandate.expectedRevision();
      if (isInForce(before)) {
        return null;
      }
      if (expected != null && expected != before.revision()) {
        return new Answer.Refused(
            Reason.STALE_CLAIM,
            "what is laid down for the tenant has changed since: read it again, then decide again",
            Map.of("current_revision", Long.toString(before.revision())));
      }
      // Promises that are replaced are kept until then: a wrong clock would break or stretch them.
      return terms.clockTrusted()
          ? null
          : new Answer.Refused(
              Reason.CLOCK_UNTRUSTED,
              "the server does not trust its clock, so it cannot say from when a policy holds");
    }

    @Override
    public Tenancy appliedTo(Terms terms) {
      Tenancy before = terms.tenancy();
      return isInForce(before)
          ? before
          : before.with(policy, terms.now().plus(terms.skewAllowance()));
    }

    private boolean isInForce(Tenancy before) {
      Policy present = before.policy();
      return before.revision() > 0
          && present.claims().equals(policy.claims())
          && present.promises().present().equals(policy.promises().present())
          && present.sources().equals(policy.sources())
          && present.afterArchive() == policy.afterArchive();
    }
  }

  /**
   * No work starts.
   *
   * @param prefixes of the keys that it covers; the empty one covers all of the tenant's
   */
  record FreezeKeys(List<String> prefixes, Mandate mandate) implements TenancyChange {
    /** Copies the list. */
    public FreezeKeys {
      prefixes = List.copyOf(prefixes);
    }

    @Override
    public Answer.@Nullable Refused refusal(Terms terms) {
      int count = appliedTo(terms).freezes().size();
      return count <= Tenancy.FREEZES_MAX
          ? null
          : new Answer.Refused(
              Reason.INVALID_FIELD,
              "the tenant would have %d freezes, at most %d are allowed: freeze a shorter prefix"
                  .formatted(count, Tenancy.FREEZES_MAX),
              Map.of("field", "key_prefixes"));
    }

    @Override
    public Tenancy appliedTo(Terms terms) {
      Instant since = terms.now();
      Tenancy after = terms.tenancy();
      for (String prefix : prefixes) {
        after = after.frozen(new Freeze(prefix, since, mandate.who(), mandate.evidence()));
      }
      return after;
    }
  }

  /**
   * Work may start again.
   *
   * @param prefixes as they were frozen
   */
  record UnfreezeKeys(List<String> prefixes, Mandate mandate) implements TenancyChange {
    /** Copies the list. */
    public UnfreezeKeys {
      prefixes = List.copyOf(prefixes);
    }

    @Override
    public Answer.@Nullable Refused refusal(Terms terms) {
      return null;
    }

    @Override
    public Tenancy appliedTo(Terms terms) {
      Tenancy after = terms.tenancy();
      for (String prefix : prefixes) {
        after = after.unfrozen(prefix);
      }
      return after;
    }
  }
}
