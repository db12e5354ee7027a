package dev.onceward.server.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.onceward.server.record.Bytes;
import org.junit.jupiter.api.Test;

final class PageTokensTest {
  private static final Bytes PLACE = Records.bytes("bucket 7, after K-8842");

  private final FieldChecks checks = new FieldChecks(Scope.CALL);

  @Test
  void token_ofTheSameList_isItsPlace() {
    ByteString token = PageTokens.of("list a", PLACE);

    assertThat(PageTokens.read("list a", token, checks)).isEqualTo(PLACE);
    assertThat(checks.passed()).isTrue();
  }

  @Test
  void token_none_isTheFirstPage() {
    assertThat(PageTokens.of("list a", null)).isEqualTo(ByteString.EMPTY);
    assertThat(PageTokens.read("list a", ByteString.EMPTY, checks)).isNull();
    assertThat(checks.passed()).isTrue();
  }

  @Test
  void token_ofAnotherList_isRefused() {
    PageTokens.read("list b", PageTokens.of("list a", PLACE), checks);

    assertThat(checks.refusal().violations().get(0).field()).isEqualTo("page_token");
  }

  @Test
  void token_changedAnywhere_isRefused() {
    byte[] token = PageTokens.of("list a", PLACE).toByteArray();
    for (int i = 0; i < token.length; i++) {
      byte[] changed = token.clone();
      changed[i] ^= 1;
      FieldChecks each = new FieldChecks(Scope.CALL);

      PageTokens.read("list a", ByteString.copyFrom(changed), each);

      assertThat(each.passed()).as("byte %d", i).isFalse();
    }
  }
}
