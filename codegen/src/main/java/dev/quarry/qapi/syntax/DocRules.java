package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.source.SchemaException;

/** What becomes of a documentation block that breaks the rules of its layout. */
public enum DocRules {
    /** An error, as in QEMU 2.9 to 8.0. */
    STRICT,
    /** Read as well as it can be: comments of before 2.9 and of after 8.0. */
    TOLERANT;

    void report(Location at, String message) {
        if (this == STRICT) {
            throw SchemaException.at(at, message);
        }
    }
}
