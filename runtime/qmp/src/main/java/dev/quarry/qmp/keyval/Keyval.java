package dev.quarry.qmp.keyval;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The text of one option, such as {@code driver=file,filename=a.raw,cache.direct=on}, as a JSON
 * object: QEMU's "keyval" syntax.
 *
 * <p>Pairs are separated by commas, and {@code ,,} is a comma of the value. Dots in a key open
 * nested objects; where all keys of an object are indices ({@code bitmaps.0=a,bitmaps.1=b}) it is
 * an array. A first piece without {@code =} is the value of the option's implied key. The last of
 * two equal keys wins. Every scalar is a string: {@code JsonInput.keyval} turns it into what the
 * schema asks for.
 *
 * <p>A text that starts with <code>{</code> is plain JSON instead, where scalars have their own
 * types: {@link #isJson}.
 */
public final class Keyval {
    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private Keyval() {}

    /** Whether {@code text} is JSON rather than keyval syntax. */
    public static boolean isJson(String text) {
        return text.startsWith("{");
    }

    /**
     * Reads {@code text}, in either syntax.
     *
     * @param impliedKey the key of a first piece that has none, or "" where the option has no such
     *     key
     * @throws KeyvalException naming what is wrong
     */
    public static ObjectNode parse(String text, String impliedKey) {
        return isJson(text) ? json(text) : keyval(text, impliedKey);
    }

    private static ObjectNode json(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            if (node instanceof ObjectNode object) {
                return object;
            }
            throw new KeyvalException("'" + text + "' is not a JSON object");
        } catch (JacksonException e) {
            throw new KeyvalException(
                    "'" + text + "' is not valid JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static ObjectNode keyval(String text, String impliedKey) {
        KeyvalTree tree = new KeyvalTree();
        PairReader reader = new PairReader(text);
        boolean first = true;
        while (reader.hasMore()) {
            String piece = reader.key();
            if (reader.atEquals()) {
                tree.put(piece, reader.value());
            } else if (first && !impliedKey.isEmpty()) {
                reader.rewind();
                tree.put(impliedKey, reader.value());
            } else {
                throw new KeyvalException("'" + piece + "' needs a value: " + piece + "=…");
            }
            first = false;
        }
        return tree.toJson();
    }

    /** Cuts the text into keys and values; {@code ,,} stands for a comma in a value. */
    private static final class PairReader {
        private final String text;
        private int start;
        private int at;

        PairReader(String text) {
            this.text = text;
        }

        boolean hasMore() {
            return at < text.length();
        }

        /** The text up to the next {@code =} or comma. */
        String key() {
            start = at;
            while (at < text.length() && text.charAt(at) != '=' && text.charAt(at) != ',') {
                at++;
            }
            return text.substring(start, at);
        }

        boolean atEquals() {
            return at < text.length() && text.charAt(at) == '=';
        }

        /** Back to just before the piece that {@link #key} took, which is a value after all. */
        void rewind() {
            at = start - 1;
        }

        /** The value after the character at hand; moves past the comma that ends it. */
        String value() {
            StringBuilder value = new StringBuilder();
            at++;
            while (at < text.length()) {
                char c = text.charAt(at++);
                if (c == ',') {
                    if (at == text.length() || text.charAt(at) != ',') {
                        break;
                    }
                    at++;
                }
                value.append(c);
            }
            return value.toString();
        }
    }
}
