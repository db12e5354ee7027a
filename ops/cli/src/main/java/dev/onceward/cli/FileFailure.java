package dev.onceward.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why a file cannot be read, in words: some of Java's exceptions say no more than its name. */
final class FileFailure {
  private FileFailure() {}

  static String words(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return "you may not read it";
    }
    String message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }
}
