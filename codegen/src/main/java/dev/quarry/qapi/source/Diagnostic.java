package dev.quarry.qapi.source;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Something wrong at a place in a schema.
 *
 * @param definition the definition it is about, such as {@code struct 'Foo'}; null outside of one
 * @param note a second line that helps, such as where the previous definition is; or null
 */
public record Diagnostic(
        Location location, String message, @Nullable String definition, @Nullable String note) {

    /** The lines a compiler prints: the include chain, the definition, place and message, note. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Location from : includeChain()) {
            text.append("In file included from ")
                    .append(from.file())
                    .append(':')
                    .append(from.line())
                    .append(":\n");
        }
        if (definition != null) {
            text.append(location.file()).append(": In ").append(definition).append(":\n");
        }
        text.append(location).append(": ").append(message);
        if (note != null) {
            text.append('\n').append(note);
        }
        return text.toString();
    }

    private Deque<Location> includeChain() {
        Deque<Location> chain = new ArrayDeque<>();
        for (Location at = location.file().includedAt(); at != null; at = at.file().includedAt()) {
            chain.addFirst(at);
        }
        return chain;
    }
}
