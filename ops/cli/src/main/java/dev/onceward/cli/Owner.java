package dev.onceward.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;

/** The labels by which people recognise who runs an attempt, or changed a record. */
final class Owner {
  private static final int BYTES_MAX = 128;

  private Owner() {}

  /** USER@HOST/PID, shortened at its front where it is longer than the contract allows. */
  static String ofThisProcess() {
    return cut(person() + "/" + ProcessHandle.current().pid());
  }

  /** USER@HOST, likewise. */
  static String ofThisPerson() {
    return cut(person());
  }

  private static String person() {
    return System.getProperty("user.name") + "@" + host();
  }

  private static String cut(String label) {
    String owner = label;
    while (owner.getBytes(StandardCharsets.UTF_8).length > BYTES_MAX) {
      owner = owner.substring(owner.offsetByCodePoints(0, 1));
    }
    return owner;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
