package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.source.SourceFile;

import org.jspecify.annotations.Nullable;

/**
 * A top-level object that defines something.
 *
 * @param module the file it stands in
 * @param comment the documentation block before it, or null
 */
public record Expression(Value.Dictionary object, SourceFile module, @Nullable DocComment comment) {
    /** The place of its first token. */
    public Location location() {
        return object.location();
    }
}
