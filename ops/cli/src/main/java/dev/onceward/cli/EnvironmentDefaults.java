package dev.onceward.cli;

import java.lang.reflect.AnnotatedElement;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Option;

/**
 * Options' values from the environment, where the command line has none. An option takes the
 * variable that its own help text names, so the help cannot be wrong about it.
 */
final class EnvironmentDefaults implements IDefaultValueProvider {
  private static final Pattern NAMED = Pattern.compile("Environment: (ONCEWARD_[A-Z_]+)");

  private final Map<String, String> environment;

  EnvironmentDefaults(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public @Nullable String defaultValue(ArgSpec option) {
    String value = variable(option).map(environment::get).orElse("");
    // An empty variable is how a script says "not set".
    return value.isEmpty() ? null : value;
  }

  // Read from the annotation, because ArgSpec.description() asks for default values to expand them.
  private static Optional<String> variable(ArgSpec option) {
    if (!(option.userObject() instanceof AnnotatedElement element)) {
      return Optional.empty();
    }
    return Optional.ofNullable(element.getAnnotation(Option.class))
        .map(annotation -> NAMED.matcher(String.join(" ", annotation.description())))
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1));
  }
}
