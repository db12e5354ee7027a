package dev.onceward.server.kv.fdb;

import static org.assertj.core.api.Assertions.assertThat;

import com.apple.foundationdb.FDBException;
import dev.onceward.server.kv.StoreException;
import dev.onceward.server.kv.StoreException.Kind;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FdbErrorsTest {
  @ParameterizedTest
  @CsvSource({
    // code, before the commit was sent, after
    "1007, CONFLICT, CONFLICT",
    "1009, UNAVAILABLE, UNAVAILABLE",
    "1020, CONFLICT, CONFLICT",
    "1021, UNAVAILABLE, MAYBE_COMMITTED",
    "1025, UNAVAILABLE, MAYBE_LATER",
    "1031, UNAVAILABLE, MAYBE_LATER",
    "1036, INVALID, INVALID",
    "1037, UNAVAILABLE, UNAVAILABLE",
    "1038, UNAVAILABLE, UNAVAILABLE",
    "1039, UNAVAILABLE, MAYBE_LATER",
    "1042, UNAVAILABLE, UNAVAILABLE",
    "1051, UNAVAILABLE, UNAVAILABLE",
    "1078, UNAVAILABLE, UNAVAILABLE",
    "1213, UNAVAILABLE, UNAVAILABLE",
    "1223, UNAVAILABLE, UNAVAILABLE",
    "1235, UNAVAILABLE, UNAVAILABLE",
    "1242, UNAVAILABLE, UNAVAILABLE",
    "2004, INVALID, INVALID",
    "2005, INVALID, INVALID",
    "2017, INVALID, INVALID",
    "2018, INVALID, INVALID",
    "2101, INVALID, INVALID",
    "2102, INVALID, INVALID",
    "2103, INVALID, INVALID",
    // Codes that the table does not know.
    "1, UNAVAILABLE, MAYBE_LATER",
    "1500, UNAVAILABLE, MAYBE_LATER",
    "2999, INVALID, MAYBE_LATER",
    "4100, UNAVAILABLE, MAYBE_LATER",
  })
  void code_eachOfTheTable_itsKind(int code, Kind beforeCommit, Kind atCommit) {
    FDBException error = new FDBException("the client's words", code);
    byte[] fenceKey = {1, 2, 3};

    StoreException before = FdbErrors.beforeCommit(error);
    StoreException at = FdbErrors.atCommit(error, fenceKey);

    assertThat(before.kind()).isEqualTo(beforeCommit);
    assertThat(at.kind()).isEqualTo(atCommit);
    assertThat(at.fenceKey()).isEqualTo(atCommit == Kind.MAYBE_LATER ? fenceKey : null);
    assertThat(Set.of(before, at))
        .allSatisfy(
            failure -> {
              assertThat(failure).hasCause(error);
              assertThat(failure.getMessage()).doesNotContain("the client's words");
            });
  }
}
