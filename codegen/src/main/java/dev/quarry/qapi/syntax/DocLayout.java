package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Location;

/** Tells which lines of a definition's documentation open a part. */
interface DocLayout {
    /** Takes a line, without its {@code #} and the space after it. */
    void line(String text, Location at);

    /** No line follows. */
    default void finish(Location end) {}
}
