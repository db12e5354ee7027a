package dev.onceward.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say what is frozen, or no longer. */
final class FreezeOptions {
  @Mixin private final TenantOption tenant = new TenantOption();

  @Option(
      order = TenantOption.FIRST,
      names = "--key-prefix",
      paramLabel = "TEXT",
      description = "The keys that begin with this. May be given 64 times.")
  private List<String> keyPrefixes = new ArrayList<>();

  @Mixin private final EvidenceOptions evidence = new EvidenceOptions();

  String tenant() {
    return tenant.tenant();
  }

  List<String> keyPrefixes() {
    return keyPrefixes;
  }

  EvidenceOptions evidence() {
    return evidence;
  }
}
