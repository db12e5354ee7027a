package dev.onceward.server.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TenancyChangeTest {
  private static final Policy OTHER =
      new Policy(
          Policy.Claims.DEFAULT,
          new Promises(
              new Windows(Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(2), null),
              List.of()),
          Sources.NONE,
          AfterArchive.ADMIT);

  private static Terms terms(Tenancy before) {
    return Samples.terms(Samples.at(10), 0, before);
  }

  private static Mandate mandate(@Nullable Long revision) {
    return new Mandate("dana", "ticket OPS-12", revision);
  }

  private static Answer.Refused refusal(TenancyChange change, Terms terms) {
    return Objects.requireNonNull(change.refusal(terms));
  }

  @Test
  void putPolicy_another_replacesItAndKeepsWhatWasPromised() {
    var change = new TenancyChange.PutPolicy(OTHER, mandate(0L));
    Terms terms = terms(Tenancy.DEFAULT);

    assertThat(change.refusal(terms)).isNull();
    Tenancy after = change.appliedTo(terms);

    assertThat(after.revision()).isEqualTo(1);
    assertThat(after.policy().promises().present()).isEqualTo(OTHER.promises().present());
    assertThat(after.policy().promises().former())
        .containsExactly(new Promises.Former(Windows.DEFAULT, Samples.at(10).plus(Samples.SKEW)));
  }

  @Test
  void putPolicy_theOneInForce_changesNothingWhateverRevisionIsExpected() {
    var change = new TenancyChange.PutPolicy(OTHER, mandate(0L));
    Tenancy inForce = change.appliedTo(terms(Tenancy.DEFAULT));

    assertThat(change.refusal(terms(inForce))).isNull();
    assertThat(change.appliedTo(terms(inForce))).isSameAs(inForce);
  }

  @Test
  void putPolicy_theDefaultsForTheFirstTime_areLaidDown() {
    var change = new TenancyChange.PutPolicy(Policy.DEFAULT, mandate(null));

    Tenancy after = change.appliedTo(terms(Tenancy.DEFAULT));

    assertThat(after.revision()).isEqualTo(1);
    assertThat(after.policy()).isEqualTo(Policy.DEFAULT);
  }

  @Test
  void putPolicy_ofAnOtherRevision_isRefused() {
    Tenancy before = new Tenancy(Policy.DEFAULT, List.of(), 7);

    Answer.Refused refused =
        refusal(new TenancyChange.PutPolicy(OTHER, mandate(6L)), terms(before));

    assertThat(refused.reason()).isEqualTo(Reason.STALE_CLAIM);
    assertThat(refused.details()).containsEntry("current_revision", "7");
    assertThat(new TenancyChange.PutPolicy(OTHER, mandate(7L)).refusal(terms(before))).isNull();
    assertThat(new TenancyChange.PutPolicy(OTHER, mandate(null)).refusal(terms(before))).isNull();
  }

  @Test
  void change_withoutATrustedClock_isAFreezeButNoPolicy() {
    Terms untrusted = new Terms(Samples.at(10), Samples.SKEW, 0, Tenancy.DEFAULT, "s-1", false);

    Answer.Refused refused = refusal(new TenancyChange.PutPolicy(OTHER, mandate(null)), untrusted);

    assertThat(refused.reason()).isEqualTo(Reason.CLOCK_UNTRUSTED);
    assertThat(new TenancyChange.FreezeKeys(List.of(""), mandate(null)).refusal(untrusted))
        .isNull();
  }

  @Test
  void freeze_ofWhatIsFrozen_keepsTheFirstTimeAndReason() {
    Freeze first = new Freeze("K-", Instant.EPOCH, "lee", "first");
    Tenancy before = new Tenancy(Policy.DEFAULT, List.of(first), 3);

    Tenancy after =
        new TenancyChange.FreezeKeys(List.of("K-", "L-"), mandate(null)).appliedTo(terms(before));

    assertThat(after.freezes())
        .containsExactly(first, new Freeze("L-", Samples.at(10), "dana", "ticket OPS-12"));
    assertThat(new TenancyChange.FreezeKeys(List.of("K-"), mandate(null)).appliedTo(terms(before)))
        .isSameAs(before);
  }

  @Test
  void freeze_beyondTheLimit_isRefused() {
    List<String> most = IntStream.range(0, Tenancy.FREEZES_MAX).mapToObj(i -> "p" + i).toList();
    Tenancy full =
        new TenancyChange.FreezeKeys(most, mandate(null)).appliedTo(terms(Tenancy.DEFAULT));

    Answer.Refused refused =
        refusal(new TenancyChange.FreezeKeys(List.of("q"), mandate(null)), terms(full));

    assertThat(refused.details()).containsEntry("field", "key_prefixes");
    assertThat(new TenancyChange.FreezeKeys(most, mandate(null)).refusal(terms(full))).isNull();
  }

  @Test
  void unfreeze_takesBackWhatIsNamed() {
    Tenancy before =
        new TenancyChange.FreezeKeys(List.of("", "K-"), mandate(null))
            .appliedTo(terms(Tenancy.DEFAULT));
    var change = new TenancyChange.UnfreezeKeys(List.of(""), mandate(null));

    Tenancy after = change.appliedTo(terms(before));

    assertThat(after.freezes()).extracting(Freeze::prefix).containsExactly("K-");
    assertThat(change.appliedTo(terms(after))).isSameAs(after);
  }
}
