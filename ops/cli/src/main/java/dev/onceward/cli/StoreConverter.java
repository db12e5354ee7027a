package dev.onceward.cli;

import dev.onceward.server.InvalidConfigException;
import dev.onceward.server.StoreSpec;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A store as {@link StoreSpec#parse} reads it. */
final class StoreConverter implements ITypeConverter<StoreSpec> {
  @Override
  public StoreSpec convert(String text) {
    try {
      return StoreSpec.parse(text);
    } catch (InvalidConfigException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
