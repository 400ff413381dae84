package dev.quarry.qmp;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.ContainerNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/**
 * Grows a tree from tokens. The first mistake is kept, the tree dropped, and the rest of the
 * message's tokens ignored, so that a bad message costs no memory.
 */
final class JsonTreeBuilder {
    private enum Expect {
        VALUE,
        VALUE_OR_END,
        KEY,
        KEY_OR_END,
        COLON,
        COMMA_OR_END,
        NOTHING
    }

    private record Open(ContainerNode<?> node, @Nullable String key) {}

    private final Deque<Open> outer = new ArrayDeque<>();
    private @Nullable ContainerNode<?> container;
    private @Nullable String key;
    private Expect expect = Expect.VALUE;
    private @Nullable JsonNode root;
    private @Nullable String problem;

    /** The first mistake, or null. */
    @Nullable String problem() {
        return problem;
    }

    /** The finished tree, or null while it is unfinished or after a mistake. */
    @Nullable JsonNode root() {
        return root;
    }

    void clear() {
        outer.clear();
        container = null;
        key = null;
        expect = Expect.VALUE;
        root = null;
        problem = null;
    }

    void add(JsonToken token, ByteText text) {
        if (problem != null) {
            return;
        }
        switch (token) {
            case OBJECT_START -> open(JsonNodeFactory.instance.objectNode(), Expect.KEY_OR_END);
            case ARRAY_START -> open(JsonNodeFactory.instance.arrayNode(), Expect.VALUE_OR_END);
            case OBJECT_END -> close(container instanceof ObjectNode, Expect.KEY_OR_END);
            case ARRAY_END -> close(container instanceof ArrayNode, Expect.VALUE_OR_END);
            case COLON -> separate(expect == Expect.COLON, Expect.VALUE);
            case COMMA -> comma();
            case STRING -> string(text);
            case KEYWORD -> keyword(text.latin1());
            case INTEGER -> scalar(JsonNumbers.integer(text.latin1()));
            case FLOAT -> scalar(JsonNumbers.real(text.latin1()));
            case ERROR, TOO_LONG -> throw new IllegalArgumentException(token.name());
        }
    }

    private void open(ContainerNode<?> node, Expect next) {
        if (!valueMayCome()) {
            unexpected();
            return;
        }
        if (container != null) {
            outer.push(new Open(container, key));
        }
        container = node;
        key = null;
        expect = next;
    }

    private void close(boolean sameKind, Expect whenEmpty) {
        if (!sameKind || (expect != Expect.COMMA_OR_END && expect != whenEmpty)) {
            unexpected();
            return;
        }
        JsonNode done = container;
        Open around = outer.poll();
        container = around == null ? null : around.node();
        key = around == null ? null : around.key();
        attach(Objects.requireNonNull(done));
    }

    private void comma() {
        Expect next = container instanceof ObjectNode ? Expect.KEY : Expect.VALUE;
        separate(expect == Expect.COMMA_OR_END, next);
    }

    private void separate(boolean allowed, Expect next) {
        if (allowed) {
            expect = next;
        } else {
            unexpected();
        }
    }

    private void string(ByteText text) {
        JsonStrings.Decoded decoded = JsonStrings.decode(text);
        String value = decoded.value();
        if (value == null) {
            fail(String.valueOf(decoded.problem()));
        } else if (expect == Expect.KEY || expect == Expect.KEY_OR_END) {
            key(value);
        } else {
            scalar(StringNode.valueOf(value));
        }
    }

    private void key(String name) {
        if (container instanceof ObjectNode object && object.has(name)) {
            fail("an object has two members of the same name");
            return;
        }
        key = name;
        expect = Expect.COLON;
    }

    private void keyword(String word) {
        switch (word) {
            case "true" -> scalar(BooleanNode.TRUE);
            case "false" -> scalar(BooleanNode.FALSE);
            case "null" -> scalar(NullNode.getInstance());
            default -> fail("unknown word; only true, false and null may stand without quotes");
        }
    }

    private void scalar(JsonNode value) {
        if (valueMayCome()) {
            attach(value);
        } else {
            unexpected();
        }
    }

    private boolean valueMayCome() {
        return expect == Expect.VALUE || expect == Expect.VALUE_OR_END;
    }

    private void attach(JsonNode value) {
        expect = Expect.COMMA_OR_END;
        if (container instanceof ObjectNode object && key != null) {
            object.set(key, value);
        } else if (container instanceof ArrayNode array) {
            array.add(value);
        } else {
            root = value;
            expect = Expect.NOTHING;
        }
    }

    private void unexpected() {
        fail(
                switch (expect) {
                    case VALUE -> "a value is missing";
                    case VALUE_OR_END -> "a value or ']' is missing";
                    case KEY -> "a member name in quotes is missing";
                    case KEY_OR_END -> "a member name in quotes or '}' is missing";
                    case COLON -> "':' is missing after a member name";
                    case COMMA_OR_END -> "',' or the end of the list or object is missing";
                    case NOTHING -> "nothing may follow";
                });
    }

    private void fail(String description) {
        clear();
        problem = description;
    }
}
