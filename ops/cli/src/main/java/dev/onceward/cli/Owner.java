package dev.onceward.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;

/** The label by which those who wait recognise who runs an attempt. */
final class Owner {
  private static final int BYTES_MAX = 128;

  private Owner() {}

  /** USER@HOST/PID, shortened at its front where it is longer than the contract allows. */
  static String ofThisProcess() {
    String owner =
        System.getProperty("user.name") + "@" + host() + "/" + ProcessHandle.current().pid();
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
