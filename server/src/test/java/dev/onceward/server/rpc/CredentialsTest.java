package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CredentialsTest {
  // printf secret-1 | sha256sum
  private static final String HASH =
      "f7e7c36e458e80e6b6a2c67d0a9ec09bd718dadd7bfa8d6bf6e7ad526e46c2f7";

  /** A line for {@code token}, for the other tests of this package. */
  static String line(String name, String token, String tenants) throws Exception {
    byte[] hash =
        MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    return name + " sha256:" + HexFormat.of().formatHex(hash) + " " + tenants;
  }

  @Test
  void callerOf_knownToken_isItsNameWithItsTenants() throws Exception {
    Credentials credentials =
        Credentials.parse(
            List.of(
                "# orders and payments",
                "",
                "  orders \t sha256:" + HASH + "  shop,tickets  ",
                line("ops", "secret-2", "*")));

    Caller orders = credentials.callerOf("secret-1").orElseThrow();
    assertThat(orders.name()).isEqualTo("orders");
    assertThat(orders.mayUse("shop")).isTrue();
    assertThat(orders.mayUse("tickets")).isTrue();
    assertThat(orders.mayUse("shop,tickets")).isFalse();
    assertThat(orders.mayUse("bank")).isFalse();
    assertThat(credentials.callerOf("secret-2").orElseThrow().mayUse("bank")).isTrue();
  }

  @Test
  void callerOf_operatorsToken_mayOperateItsTenantsOnly() throws Exception {
    Credentials credentials =
        Credentials.parse(
            List.of(
                line("desk", "desk", "shop,tickets operator"),
                line("root", "root", "*  operator "),
                line("orders", "orders", "*")));

    Caller desk = credentials.callerOf("desk").orElseThrow();
    assertThat(desk.mayOperate("shop")).isTrue();
    assertThat(desk.mayOperate("bank")).isFalse();
    assertThat(desk.mayOperateAll()).isFalse();
    Caller root = credentials.callerOf("root").orElseThrow();
    assertThat(root.mayOperate("bank")).isTrue();
    assertThat(root.mayOperateAll()).isTrue();
    Caller orders = credentials.callerOf("orders").orElseThrow();
    assertThat(orders.mayUse("shop")).isTrue();
    assertThat(orders.mayOperate("shop")).isFalse();
    assertThat(orders.mayOperateAll()).isFalse();
  }

  @Test
  void callerOf_unknownToken_isNobody() {
    Credentials credentials = Credentials.parse(List.of("orders sha256:" + HASH + " *"));

    assertThat(credentials.callerOf("secret-3")).isEmpty();
    assertThat(credentials.callerOf("")).isEmpty();
    assertThat(credentials.callerOf(HASH)).isEmpty();
  }

  @Test
  void callerOf_twoTokensOfOneName_bothEnter() throws Exception {
    Credentials credentials =
        Credentials.parse(List.of(line("orders", "old", "shop"), line("orders", "new", "shop")));

    assertThat(credentials.callerOf("old")).isEqualTo(credentials.callerOf("new")).isPresent();
  }

  @Test
  void read_file_isParsed(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("c"), "orders sha256:" + HASH + " *\n");

    assertThat(Credentials.read(file).callerOf("secret-1")).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "orders HASH shop              | line 2 is not of the form",
        "orders sha256:abc shop        | line 2 is not of the form",
        "orders sha256:HASH            | line 2 is not of the form",
        "orders sha256:HASH shop bank  | line 2 is not of the form",
        "orders sha256:HASH * operators | line 2 is not of the form",
        "orders sha256:HASH operator   | line 2 names no tenants before operator",
        "orders sha256:HASH shop,      | line 2 has an empty tenant",
        "orders sha256:HASH shop,*     | line 2 has an empty tenant, or * among others",
        "# nobody                      | must have 1 to 1000 tokens, but has 0"
      })
  void parse_malformedLine_isRefusedWithoutItsText(String line, String message) {
    assertThatThrownBy(() -> Credentials.parse(List.of("", line.replace("HASH", HASH))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining(HASH);
  }

  @Test
  void parse_oneTokenTwice_isRefused() {
    assertThatThrownBy(
            () ->
                Credentials.parse(
                    List.of(
                        "a sha256:" + HASH + " *",
                        "b sha256:" + HASH.toUpperCase(Locale.ROOT) + " *")))
        .hasMessageContaining("line 2 has a token that an earlier line has too");
  }
}
