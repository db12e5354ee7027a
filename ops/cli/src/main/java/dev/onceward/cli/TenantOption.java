package dev.onceward.cli;

import picocli.CommandLine.Option;

/** The option that names the tenant, where there must be one. */
final class TenantOption {
  /** Where help shows whom and what a command is about: above its other options. */
  static final int FIRST = -1;

  @Option(
      order = FIRST,
      names = "--tenant",
      required = true,
      paramLabel = "TENANT",
      description = {"Whose keys. Environment: ONCEWARD_TENANT"})
  private String tenant = "";

  String tenant() {
    return tenant;
  }
}
