package dev.onceward.server.store;

import dev.onceward.server.record.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one step of an audit has found.
 *
 * @param records how many records and archived keys it has looked at
 * @param rows how many other rows
 * @param differences what does not follow from the records: of each row that it has looked at at
 *     most one, and one for each row that this wants
 * @param repaired how many of them were set right
 * @param next where to go on; null at the end of the bucket
 */
public record AuditStep(
    long records, long rows, List<Difference> differences, int repaired, @Nullable Place next) {
  /** Copies the list. */
  public AuditStep {
    differences = List.copyOf(differences);
  }

  /** The parts of a bucket, in the order in which they are looked at. */
  public enum Part {
    /** Record rows, and the rows that each of them wants. */
    RECORDS,
    /** Archive rows, and the rows that each of them wants. */
    ARCHIVED,
    /** Due rows, and whether anything wants them. */
    DUE,
    /** References, and whether anything wants them. */
    REFERENCES,
    /** Payload chunks, and whether anything wants them. */
    CHUNKS,
    /** Tenant rows, and whether they are the same as in the first bucket. */
    TENANTS,
    /** The first bucket's tenant rows, and whether this bucket has its copy of each. */
    TENANTS_ELSEWHERE,
    /** Counters, against a recount of the whole bucket at one snapshot. */
    COUNTERS
  }

  /**
   * Where an audit stands in a bucket.
   *
   * @param after the last row that was looked at; null at the beginning of the part
   */
  public record Place(Part part, @Nullable Bytes after) {
    /** The beginning of a bucket. */
    public static final Place FIRST = new Place(Part.RECORDS, null);

    /** The place as a token. */
    public Bytes token() {
      return PlaceToken.of(part.name(), after);
    }

    /**
     * The place that a token names.
     *
     * @throws IllegalArgumentException if it names none
     */
    public static Place of(Bytes token) {
      PlaceToken<String> read = PlaceToken.read(token, String.class);
      return new Place(Part.valueOf(read.part()), read.after());
    }
  }
}
