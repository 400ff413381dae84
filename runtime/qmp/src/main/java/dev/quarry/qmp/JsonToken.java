package dev.quarry.qmp;

/** What the lexer finds. The last two are not JSON: they end the message they occur in. */
enum JsonToken {
    OBJECT_START,
    OBJECT_END,
    ARRAY_START,
    ARRAY_END,
    COLON,
    COMMA,
    STRING,
    INTEGER,
    FLOAT,
    KEYWORD,
    /** A byte that cannot continue any token; the lexer skips to a safe place. */
    ERROR,
    /** A single token above {@link JsonFramer#MAX_BYTES}. */
    TOO_LONG
}
