package dev.onceward.server.kv.rocks;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.onceward.server.kv.StoreOpenException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory of a {@link RocksStore}, before RocksDB sees it: made durable if new, refused if it
 * is not ours. A marker file names the owner and the format, so that neither a mistyped path nor an
 * older server touches data that it does not understand.
 */
final class RocksDirectory {
  static final String MARKER = "ONCEWARD";

  /** Changes when an older server could not read the directory rightly. */
  static final int FORMAT = 1;

  private static final String MARKER_DRAFT = MARKER + ".new";
  private static final String MARKER_TEXT = "onceward rocks format ";

  // A file system's root has the latter; a crash while the marker is written leaves the former.
  private static final Set<String> HARMLESS = Set.of(MARKER_DRAFT, "lost+found");

  private RocksDirectory() {}

  /**
   * Makes the directory ready to be opened. Safe to repeat, also after a crash halfway.
   *
   * @throws StoreOpenException if it cannot be ours
   */
  static void prepare(Path directory) {
    Path path = directory.toAbsolutePath();
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw refusal(path, "is a file. Name a directory of its own for the store", null);
    }
    try {
      create(path);
      if (Files.exists(path.resolve(MARKER))) {
        checkMarker(path);
      } else {
        checkEmpty(path);
        writeMarker(path);
      }
    } catch (IOException e) {
      throw refusal(path, reason(path), e);
    }
    if (!Files.isWritable(path)) {
      throw refusal(path, "is read-only. Make it writable for the user that runs the server", null);
    }
  }

  static StoreOpenException refusal(Path directory, String problem, @Nullable Throwable cause) {
    return new StoreOpenException("The store directory " + directory + " " + problem + ".", cause);
  }

  private static String reason(Path directory) {
    Path existing = nearestExisting(directory);
    if (!Files.isDirectory(existing)) {
      return "cannot be created: " + existing + " is a file. Choose another path";
    }
    try {
      FileStore disk = Files.getFileStore(existing);
      if (disk.getTotalSpace() > 0 && disk.getUsableSpace() == 0) {
        return "cannot be written: the disk is full. Free some space and start again";
      }
    } catch (IOException e) {
      // It would only have given a better reason than the one below.
    }
    return "cannot be created or written. Check that "
        + existing
        + " exists, is not mounted read-only, and belongs to the user that runs the server";
  }

  private static Path nearestExisting(Path path) {
    Path candidate = path;
    while (!Files.exists(candidate)) {
      Path parent = candidate.getParent();
      if (parent == null) {
        return candidate;
      }
      candidate = parent;
    }
    return candidate;
  }

  /**
   * Creates the directory and syncs each new entry: after a power loss the path must still lead
   * here.
   */
  private static void create(Path directory) throws IOException {
    Path existing = nearestExisting(directory);
    Files.createDirectories(directory);
    for (Path made = directory; !made.equals(existing); ) {
      Path parent = made.getParent();
      if (parent == null) {
        return;
      }
      sync(parent);
      made = parent;
    }
  }

  private static void checkMarker(Path directory) throws IOException {
    checkComplete(directory);
    String text = Files.readString(directory.resolve(MARKER), US_ASCII).strip();
    if (text.equals(MARKER_TEXT + FORMAT)) {
      return;
    }
    String problem =
        text.startsWith(MARKER_TEXT)
            ? "has the format "
                + text.substring(MARKER_TEXT.length())
                + ", and this server knows only "
                + FORMAT
                + ". Start the server version that wrote it"
            : "has a damaged file " + MARKER + ". Restore the directory from a backup";
    throw refusal(directory, problem, null);
  }

  /** RocksDB would take data without its root file for an empty directory, and delete it. */
  private static void checkComplete(Path directory) throws IOException {
    if (Files.exists(directory.resolve("CURRENT"))) {
      return;
    }
    try (DirectoryStream<Path> data = Files.newDirectoryStream(directory, "*.{sst,log}")) {
      if (data.iterator().hasNext()) {
        throw refusal(
            directory, "has lost its file CURRENT. Restore the directory from a backup", null);
      }
    }
  }

  private static void checkEmpty(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      if (entries.anyMatch(entry -> !HARMLESS.contains(entry.getFileName().toString()))) {
        throw refusal(
            directory,
            "holds files but no file " + MARKER + ", so it is not a store. Name an empty directory",
            null);
      }
    }
  }

  private static void writeMarker(Path directory) throws IOException {
    Path draft = directory.resolve(MARKER_DRAFT);
    try (FileChannel file = FileChannel.open(draft, CREATE, WRITE, TRUNCATE_EXISTING)) {
      ByteBuffer text = ByteBuffer.wrap((MARKER_TEXT + FORMAT + "\n").getBytes(US_ASCII));
      while (text.hasRemaining()) {
        file.write(text);
      }
      file.force(true);
    }
    Files.move(draft, directory.resolve(MARKER), StandardCopyOption.ATOMIC_MOVE);
    sync(directory);
  }

  private static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, READ)) {
      channel.force(true);
    }
  }
}
