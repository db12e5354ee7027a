package dev.onceward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.onceward.cli.CommandLineFixture.Run;
import dev.onceward.v1.Event;
import dev.onceward.v1.EventKind;
import dev.onceward.v1.FindByReferenceResponse;
import dev.onceward.v1.Found;
import dev.onceward.v1.ListRecordsRequest;
import dev.onceward.v1.ListRecordsResponse;
import dev.onceward.v1.Record;
import dev.onceward.v1.State;
import dev.onceward.v1.Tier;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many records are shown, and how they can be piped on. */
@Timeout(30)
final class ListingTest {
  private static final ByteString MORE = ByteString.copyFromUtf8("more");

  private CommandLineFixture cli;

  @BeforeEach
  void open() throws IOException {
    cli = new CommandLineFixture();
  }

  @AfterEach
  void close() {
    cli.close();
  }

  @Test
  void list_severalPages_areFetchedToTheEndAndAligned() {
    cli.service.add(page(MORE, stuck("K-1", -90_000), stuck("a much longer key", -600_000)));
    cli.service.add(page(MORE));
    cli.service.add(page(ByteString.EMPTY, stuck("K\t3", -7_200_000)));

    Run run = cli.run("list --state processing");

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualTo(
            """
            TENANT  KEY                STATE       TIER  SINCE  REVISION  OWNER     OPERATION  REFERENCES
            shop    K-1                PROCESSING  -     1m30s  5         orders/1  pay        O-1,P-1
            shop    a much longer key  PROCESSING  -     10m    5         orders/1  pay        O-1,P-1
            shop    K\\t3               PROCESSING  -     2h     5         orders/1  pay        O-1,P-1
            """);
    assertThat(cli.service.requests)
        .extracting(request -> ((ListRecordsRequest) request).getPageToken())
        .containsExactly(ByteString.EMPTY, MORE, MORE);
  }

  @Test
  void list_json_isOneRecordALine() {
    cli.service.add(page(ByteString.EMPTY, Record.newBuilder().setKey("K-1"), stuck("é", 0)));

    assertThat(cli.run("list --state processing --json").out().lines())
        .hasSize(2)
        .first()
        .isEqualTo("{\"key\":\"K-1\"}");
  }

  @Test
  void list_keys_isNothingButKeys() {
    cli.service.add(page(ByteString.EMPTY, stuck("K-1", 0), stuck("K 2", 0)));

    assertThat(cli.run("list --tenant shop --state processing --keys").out())
        .isEqualTo("K-1\nK 2\n");
  }

  @Test
  void list_keysOfAllTenants_isWrongUsage() {
    Run run = cli.run("list --state processing --keys");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--keys needs --tenant");
  }

  @Test
  void list_moreThanTheLimit_saysSoBesideTheOutput() {
    cli.service.add(page(MORE, stuck("K-1", 0), stuck("K-2", 0)));

    Run run = cli.run("list --tenant shop --state processing --keys --limit 4");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines()).hasSize(4);
    assertThat(run.err()).isEqualTo("onceward: the first 4; for more give a higher --limit\n");
    assertThat(cli.service.requests)
        .extracting(request -> ((ListRecordsRequest) request).getPageSize())
        .containsExactly(4, 2);
  }

  @Test
  void list_nothing_saysSoBesideTheOutput() {
    Run run = cli.run("list --state in-doubt");

    assertThat(run.out()).isEmpty();
    assertThat(run.err()).isEqualTo("onceward: there is none\n");
  }

  @Test
  void list_noLimit_isWrongUsage() {
    assertThat(cli.run("list --state in-doubt --limit 0").exitCode()).isEqualTo(2);
  }

  @Test
  void list_readerHasSeenEnough_stops() {
    cli.service.add(page(MORE, stuck("K-1", 0)));

    int code =
        cli.commandLine()
            .setOut(new PrintWriter(new ClosedPipe(), true, StandardCharsets.UTF_8))
            .execute("list", "--state", "processing", "--json");

    assertThat(code).isZero();
    assertThat(cli.service.requests).hasSize(1);
  }

  @Test
  void since_record_isWhenItCameIntoItsState() {
    Record.Builder doubt =
        stuck("doubt", -600_000)
            .setState(State.STATE_IN_DOUBT)
            .addEvents(event(EventKind.EVENT_KIND_EXPIRED, -60_000))
            .addEvents(event(EventKind.EVENT_KIND_HELD, -1_000));
    Record.Builder claimedAgain =
        stuck("again", -5_000).addEvents(event(EventKind.EVENT_KIND_FAILED, -60_000));
    Record.Builder ended =
        stuck("ended", -600_000)
            .setState(State.STATE_SUCCEEDED)
            .setFinishedAt(Times.fromNow(-259_200_000));
    cli.service.add(page(ByteString.EMPTY, doubt, claimedAgain, ended));

    assertThat(cli.run("list --state processing").out().lines().skip(1))
        .satisfiesExactly(
            line -> assertThat(line).contains("doubt ").contains(" 1m "),
            line -> assertThat(line).contains("again ").contains(" 5s "),
            line -> assertThat(line).contains("ended ").contains(" 3d "));
  }

  @Test
  void find_archived_showsWhatIsLeftOfTheKey() {
    Found archived =
        Found.newBuilder()
            .setRecord(
                Record.newBuilder()
                    .setTenant("shop")
                    .setState(State.STATE_SUCCEEDED)
                    .setTier(Tier.TIER_ARCHIVE)
                    .setRevision(9)
                    .addReferences("O-501"))
            .setKeyHash(ByteString.fromHex("00ff"))
            .build();
    cli.service.add(FindByReferenceResponse.newBuilder().addFound(archived).build());

    assertThat(cli.run("find --tenant shop --reference O-501").out())
        .contains("sha256:00ff  SUCCEEDED  ARCHIVE", "O-501");
    assertThat(cli.run("find --tenant shop --reference O-501 --json").out())
        .startsWith("{\"record\":{\"tenant\":\"shop\"")
        .endsWith("\"key_hash\":\"AP8=\"}\n");
  }

  private static ListRecordsResponse page(ByteString next, Record.Builder... records) {
    ListRecordsResponse.Builder page = ListRecordsResponse.newBuilder().setNextPageToken(next);
    for (Record.Builder record : records) {
      page.addRecords(record);
    }
    return page.build();
  }

  private static Record.Builder stuck(String key, long claimedMillisFromNow) {
    return Record.newBuilder()
        .setTenant("shop")
        .setKey(key)
        .setOperation("pay")
        .setState(State.STATE_PROCESSING)
        .setRevision(5)
        .setOwner("orders/1")
        .setClaimedAt(Times.fromNow(claimedMillisFromNow))
        .addReferences("O-1")
        .addReferences("P-1");
  }

  private static Event.Builder event(EventKind kind, long millisFromNow) {
    return Event.newBuilder().setKind(kind).setTime(Times.fromNow(millisFromNow));
  }

  private static final class ClosedPipe extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("Broken pipe");
    }
  }
}
