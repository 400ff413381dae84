package dev.quarry.qapi.comment;

import java.util.Optional;

/** What a part of a documentation comment is about. */
public enum DocKind {
    /** Text without a tag: the overview, or paragraphs between other parts. */
    TEXT,
    /** A member, argument, value or branch. */
    MEMBER,
    FEATURE,
    RETURNS,
    ERRORS,
    SINCE,
    NOTE,
    EXAMPLE,
    TODO;

    /** The kind of the section that a tag such as {@code Notes} opens. */
    public static Optional<DocKind> ofTag(String tag) {
        return Optional.ofNullable(
                switch (tag) {
                    case "Returns" -> RETURNS;
                    case "Errors" -> ERRORS;
                    case "Since" -> SINCE;
                    case "Note", "Notes" -> NOTE;
                    case "Example", "Examples" -> EXAMPLE;
                    case "TODO" -> TODO;
                    default -> null;
                });
    }

    /** Whether a comment may have one part of the kind only. */
    public boolean isSingle() {
        return this == RETURNS || this == ERRORS || this == SINCE;
    }
}
