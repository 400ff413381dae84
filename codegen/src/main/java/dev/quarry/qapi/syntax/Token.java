package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Location;

/**
 * One token.
 *
 * @param text a string's value, a comment's text up to the end of its line, else the token as it is
 */
record Token(Kind kind, String text, Location location) {
    enum Kind {
        LEFT_BRACE,
        RIGHT_BRACE,
        LEFT_BRACKET,
        RIGHT_BRACKET,
        COLON,
        COMMA,
        STRING,
        TRUE,
        FALSE,
        COMMENT,
        END
    }

    boolean is(Kind wanted) {
        return kind == wanted;
    }
}
