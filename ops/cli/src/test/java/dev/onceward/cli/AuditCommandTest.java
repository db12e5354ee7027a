package dev.onceward.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.onceward.cli.CommandLineFixture.Run;
import dev.onceward.v1.AuditRequest;
import dev.onceward.v1.AuditResponse;
import dev.onceward.v1.Difference;
import dev.onceward.v1.DifferenceKind;
import io.grpc.Status;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class AuditCommandTest {
  private static final ByteString MORE = ByteString.copyFromUtf8("more");
  private static final AuditResponse CLEAN = step().build();
  private static final AuditResponse WRONG =
      step()
          .addDifferences(
              Difference.newBuilder()
                  .setKind(DifferenceKind.DIFFERENCE_KIND_WRONG)
                  .setBucket(1)
                  .setRow("counter of shop\nPROCESSING: 5, counted 4"))
          .build();

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
  void audit_cleanStore_takesEachStepOfEachBucket() {
    answers(CLEAN.toBuilder().setNextPageToken(MORE).build(), CLEAN, CLEAN);

    Run run = cli.run("audit");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("records      30\nother rows   60\ndifferences  0\n");
    assertThat(cli.service.requests)
        .containsExactly(
            AuditRequest.getDefaultInstance(),
            AuditRequest.newBuilder().setPageToken(MORE).build(),
            AuditRequest.newBuilder().setBucket(1).build());
  }

  @Test
  void audit_json_isTheOneLineThatScriptsRead() {
    answers(CLEAN, WRONG);

    Run run = cli.run("audit --json");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("{\"records\": 20, \"differences\": 1}\n");
    assertThat(run.err())
        .isEqualTo("WRONG  bucket 1  counter of shop\\nPROCESSING: 5, counted 4\n");
  }

  @Test
  void audit_fromBucket_beginsThere() {
    answers(CLEAN);

    cli.run("audit --from-bucket 1");

    assertThat(cli.service.requests)
        .containsExactly(AuditRequest.newBuilder().setBucket(1).build());
  }

  @Test
  void audit_callFails_saysWhereToGoOn() {
    answers(CLEAN);
    cli.service.refuse(1, Status.PERMISSION_DENIED.asRuntimeException());

    Run run = cli.run("audit");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("onceward: stopped; to go on: --from-bucket 1\n");
  }

  @Test
  void repair_withoutYes_changesNothingAndSaysWhatItWould() {
    answers(CLEAN, WRONG);

    Run run = cli.run("audit --repair");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("WRONG  bucket 1  counter of shop");
    assertThat(run.err())
        .isEqualTo("onceward: nothing was changed; to set this right: --repair --yes\n");
    assertThat(cli.service.requests)
        .hasSize(2)
        .noneMatch(request -> ((AuditRequest) request).getRepair());
  }

  @Test
  void repair_withYes_showsFirstAndThenSetsRight() {
    answers(CLEAN, WRONG, CLEAN, WRONG.toBuilder().setRepaired(1).build());

    Run run = cli.run("audit --repair --yes --json");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo("{\"records\": 20, \"differences\": 0}\n");
    assertThat(run.err())
        .isEqualTo(
            """
            WRONG  bucket 1  counter of shop\\nPROCESSING: 5, counted 4
            onceward: set right 1 of 1 difference
            """);
    assertThat(cli.service.requests)
        .extracting(request -> ((AuditRequest) request).getRepair())
        .containsExactly(false, false, true, true);
  }

  @Test
  void repair_notAllCanBe_exitsWithOne() {
    answers(WRONG, WRONG, WRONG, WRONG.toBuilder().setRepaired(1).build());

    Run run = cli.run("audit --repair --yes --json");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("{\"records\": 20, \"differences\": 1}\n");
    assertThat(run.err()).contains("set right 1 of 2 differences");
  }

  @Test
  void repair_cleanStore_takesNoSecondPass() {
    answers(CLEAN);

    assertThat(cli.run("audit --repair --yes").exitCode()).isZero();
    assertThat(cli.service.requests).hasSize(2);
  }

  @Test
  void yes_withoutRepair_isWrongUsage() {
    assertThat(cli.run("audit --yes").exitCode()).isEqualTo(2);
    assertThat(cli.service.requests).isEmpty();
  }

  @Test
  void progress_askedForOrTerminal_drawsAndErasesTheBar() {
    answers(CLEAN);
    String asked = cli.run("audit --progress").err();
    cli.terminal = true;
    String terminal = cli.run("audit").err();

    String erase = "\r\u001b[K";
    assertThat(asked)
        .isEqualTo(
            erase
                + "["
                + "#".repeat(15)
                + ".".repeat(15)
                + "] 1 of 2 buckets, 10 records, no differences"
                + erase
                + "["
                + "#".repeat(30)
                + "] 2 of 2 buckets, 20 records, no differences"
                + erase);
    assertThat(terminal).isEqualTo(asked);
  }

  private void answers(AuditResponse... steps) {
    for (AuditResponse step : steps) {
      cli.service.add(step);
    }
  }

  private static AuditResponse.Builder step() {
    return AuditResponse.newBuilder().setRecords(10).setRows(20).setBucketCount(2);
  }
}
