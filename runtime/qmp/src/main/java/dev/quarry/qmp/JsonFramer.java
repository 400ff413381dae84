package dev.quarry.qmp;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Cuts a stream of bytes into JSON values by the rules QEMU's monitor follows, mistakes included:
 * the number of errors a bad input gives, and where reading resumes, are the same.
 *
 * <p>A message ends where its brackets balance; a value without brackets is a message by itself. A
 * syntax error is told once, at that end. A stray byte is told at once, drops what was read of the
 * message, and is followed by resynchronisation (see {@link JsonLexer}). Control bytes and 0xFF
 * therefore bring any stream into a known state.
 *
 * <p>Limits: nesting {@value #MAX_NESTING}, {@value #MAX_TOKENS} tokens, {@value #MAX_BYTES} bytes
 * of tokens a message. Time is linear in the input; memory is bounded by the limits. Not thread
 * safe.
 */
public final class JsonFramer {
    /** Brackets that may be open at once. */
    public static final int MAX_NESTING = 1024;

    /** Tokens in one message. */
    public static final int MAX_TOKENS = 1 << 21;

    /** Bytes of tokens in one message, white space not counted. */
    public static final int MAX_BYTES = 64 << 20;

    /** Bytes, roughly, for a token's node and its place in the tree. */
    private static final int TOKEN_MEMORY = 64;

    /** What was told so far, by problem. There are a few hundred, and garbage comes in floods. */
    private static final Map<String, Malformed> INVALID = new ConcurrentHashMap<>();

    private final JsonLexer lexer = new JsonLexer();
    private final JsonTreeBuilder tree = new JsonTreeBuilder();
    private int braces;
    private int brackets;
    private int tokens;
    private long bytes;

    /** Creates a framer at the beginning of a stream. */
    public JsonFramer() {}

    /** One message of the stream. */
    public sealed interface Frame {}

    /**
     * A whole JSON value of any type.
     *
     * @param value the value; integers are exact from -2^63 to 2^64-1, other numbers are doubles
     */
    public record Value(JsonNode value) implements Frame {}

    /**
     * Something that is not JSON.
     *
     * @param description one line for people
     */
    public record Malformed(String description) implements Frame {}

    /**
     * Reads up to the end of the next message.
     *
     * @param input read from its position on, which is left behind the message; bytes of an
     *     unfinished message are used up and remembered
     * @return the message, or null when the input is used up
     */
    public @Nullable Frame next(ByteBuffer input) {
        Frame frame = null;
        while (frame == null) {
            JsonToken token = lexer.next(input);
            if (token == null) {
                return null;
            }
            frame = accept(token);
        }
        return frame;
    }

    /**
     * About how many bytes of memory the unfinished message takes: its text, and what a token
     * becomes.
     */
    public long held() {
        return isIdle() ? 0 : bytes + lexer.text().length() + (long) tokens * TOKEN_MEMORY;
    }

    /** True when nothing of a message has been read yet. */
    public boolean isIdle() {
        return tokens == 0 && lexer.isIdle();
    }

    private @Nullable Frame accept(JsonToken token) {
        count(token);
        if (token == JsonToken.ERROR) {
            return end(invalid(lexer.problem()));
        }
        String excess = excess(token);
        if (excess != null) {
            return end(new Malformed(excess));
        }
        tree.add(token, lexer.text());
        return isOpen() ? null : end(outcome());
    }

    private void count(JsonToken token) {
        tokens++;
        bytes += Math.max(1, lexer.text().length());
        switch (token) {
            case OBJECT_START -> braces++;
            case OBJECT_END -> braces--;
            case ARRAY_START -> brackets++;
            case ARRAY_END -> brackets--;
            default -> {}
        }
    }

    private @Nullable String excess(JsonToken token) {
        if (token == JsonToken.TOO_LONG || bytes > MAX_BYTES) {
            return "JSON message is larger than " + MAX_BYTES + " bytes";
        }
        if (tokens > MAX_TOKENS) {
            return "JSON message has more than " + MAX_TOKENS + " tokens";
        }
        boolean deep = braces + brackets > MAX_NESTING;
        return deep ? "JSON message is nested deeper than " + MAX_NESTING + " levels" : null;
    }

    /** Each kind of bracket is counted by itself; going below zero ends the message. */
    private boolean isOpen() {
        return braces >= 0 && brackets >= 0 && (braces > 0 || brackets > 0);
    }

    private Frame outcome() {
        String problem = tree.problem();
        return problem == null ? new Value(Objects.requireNonNull(tree.root())) : invalid(problem);
    }

    private static Malformed invalid(String problem) {
        return INVALID.computeIfAbsent(problem, what -> new Malformed("Invalid JSON: " + what));
    }

    private Frame end(Frame frame) {
        tree.clear();
        braces = 0;
        brackets = 0;
        tokens = 0;
        bytes = 0;
        return frame;
    }
}
