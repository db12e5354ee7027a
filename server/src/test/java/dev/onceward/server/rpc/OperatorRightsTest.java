package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.onceward.v1.Record;
import dev.onceward.v1.State;
import io.grpc.Status;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may make operators' calls. */
final class OperatorRightsTest {
  private static final Caller SERVICE = new Caller("orders", Optional.empty(), false);
  private static final Caller DESK = new Caller("desk", Optional.of(Set.of("shop")), true);
  private static final Caller ROOT = new Caller("root", Optional.empty(), true);

  private final MemoryAuthority authority = new MemoryAuthority();

  static List<Message> requests() {
    return List.of(
        OperatorRequests.getPolicy().build(),
        OperatorRequests.putPolicy().build(),
        OperatorRequests.freeze().build(),
        OperatorRequests.unfreeze().build(),
        OperatorRequests.count().build(),
        OperatorRequests.list(State.STATE_PROCESSING).build(),
        OperatorRequests.find("O-501").build(),
        OperatorRequests.audit(0).build(),
        OperatorRequests.hold(1).build(),
        OperatorRequests.releaseHold().build(),
        OperatorRequests.resolve(1).build(),
        OperatorRequests.forceExpire(1).build(),
        OperatorRequests.redact(1).build());
  }

  @ParameterizedTest
  @MethodSource("requests")
  void call_ofAServiceOrOfAnotherTenantsOperator_isDenied(Message request) throws IOException {
    assertDenied(SERVICE, request);
    assertDenied(DESK, request);
    assertThat(authority.asks()).isEmpty();
  }

  @Test
  void list_ofAllTenants_wantsAnOperator() throws IOException {
    assertDenied(SERVICE, OperatorRequests.list(State.STATE_PROCESSING).clearTenant().build());
  }

  private void assertDenied(Caller caller, Message request) throws IOException {
    try (Harness harness = new Harness(authority, caller)) {
      Told told = Told.by(() -> OperatorRequests.send(harness.operators(), request));

      assertThat(told.code()).isEqualTo(Status.Code.PERMISSION_DENIED);
      assertThat(told.reason()).isEqualTo("PERMISSION_DENIED");
      assertThat(told.next()).isEqualTo("ASK_OPERATOR");
    }
  }

  @Test
  void list_ofAllTenants_tellsOnesOwnOnly() throws IOException {
    try (Harness harness = new Harness(authority, ROOT)) {
      harness.calls().begin(Requests.begin().build());
      harness.calls().begin(Requests.begin().setTenant("shop").build());

      assertThat(tenantsListed(harness)).containsExactly("tickets", "shop");
    }
    try (Harness harness = new Harness(authority, DESK)) {
      assertThat(tenantsListed(harness)).containsExactly("shop");
    }
  }

  private static List<String> tenantsListed(Harness harness) {
    var request = OperatorRequests.list(State.STATE_PROCESSING).clearTenant();
    return harness.operators().listRecords(request.build()).getRecordsList().stream()
        .map(Record::getTenant)
        .toList();
  }
}
