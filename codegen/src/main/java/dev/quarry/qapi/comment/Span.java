package dev.quarry.qapi.comment;

/** A piece of a line of text. */
public sealed interface Span {
    /** The words. */
    String text();

    /** Words without a mark. */
    record Plain(String text) implements Span {}

    /** {@code *words*}. */
    record Emphasis(String text) implements Span {}

    /** {@code **words**}. */
    record Strong(String text) implements Span {}

    /** {@code ``words``}. */
    record Code(String text) implements Span {}

    /** {@code @name}: a member, argument, value, or definition. */
    record Name(String text) implements Span {}

    /**
     * {@code `name`}, with or without a role, or {@code `words <target>`}.
     *
     * @param target what it leads to; the words themselves where nothing else was written
     */
    record Reference(String text, String target) implements Span {}

    /** An address of the web. */
    record Url(String text) implements Span {}
}
