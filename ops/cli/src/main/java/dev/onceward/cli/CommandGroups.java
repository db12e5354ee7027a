package dev.onceward.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;

/** The commands as the help of {@code onceward} lists them: by who needs them. */
final class CommandGroups implements IHelpSectionRenderer {
  private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("The server:", List.of("serve", "demo"));
    GROUPS.put("A service's calls:", List.of("begin", "complete", "fail", "renew", "get"));
    GROUPS.put("An operator looks:", List.of("count", "list", "find", "audit"));
    GROUPS.put(
        "An operator intervenes:",
        List.of(
            "hold",
            "release",
            "freeze",
            "unfreeze",
            "resolve",
            "force-expire",
            "redact",
            "policy"));
  }

  @Override
  public String render(Help help) {
    StringBuilder text = new StringBuilder();
    GROUPS.forEach(
        (title, names) -> {
          Map<String, Help> group = new LinkedHashMap<>(help.subcommands());
          group.keySet().retainAll(names);
          text.append(System.lineSeparator()).append(title).append(System.lineSeparator());
          text.append(help.commandList(group));
        });
    return text.toString();
  }
}
