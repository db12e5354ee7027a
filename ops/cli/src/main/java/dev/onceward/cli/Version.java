package dev.onceward.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the jar's manifest names. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Onceward.class.getPackage().getImplementationVersion();
    return new String[] {"onceward " + (version == null ? "(not from a jar)" : version)};
  }
}
