package dev.quarry.qmp;

import dev.quarry.qmp.codec.Conditions;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;

/**
 * What {@code query-qmp-schema} returns: the schema that was compiled in, less what does not exist
 * under the conditions that hold. Type names keep their numbers, so there may be gaps.
 */
public final class Introspection {
    private static final String RESOURCE = "/dev/quarry/qapi/generated/introspection.json";
    private static final String IF = "if";
    private static final String VALUE = "value";

    private final ArrayNode json;

    private Introspection(ArrayNode json) {
        this.json = json;
    }

    /** The schema of this build under these conditions. Keep the result: it is not cached here. */
    public static Introspection of(Conditions conditions) {
        return of(Whole.SCHEMA, conditions);
    }

    /** The same for any array of schema elements that still carry their conditions. */
    static Introspection of(JsonNode elements, Conditions conditions) {
        return new Introspection((ArrayNode) filter(elements, conditions));
    }

    /** The elements. Not to be changed. */
    public ArrayNode json() {
        return json;
    }

    private static JsonNode filter(JsonNode node, Conditions conditions) {
        if (node.isArray()) {
            return elements(node, conditions);
        }
        return node.isObject() ? members(node, conditions) : node;
    }

    /** An element with a condition is wrapped in an object of the condition and the element. */
    private static ArrayNode elements(JsonNode array, Conditions conditions) {
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        for (JsonNode element : array.values()) {
            JsonNode condition = element.isObject() ? element.get(IF) : null;
            if (condition == null) {
                kept.add(filter(element, conditions));
            } else if (ConditionExpression.holds(condition, conditions)) {
                kept.add(filter(element.get(VALUE), conditions));
            }
        }
        return kept;
    }

    private static ObjectNode members(JsonNode object, Conditions conditions) {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            kept.set(member.getKey(), filter(member.getValue(), conditions));
        }
        return kept;
    }

    /** Read once, when first needed. */
    private static final class Whole {
        static final JsonNode SCHEMA = read();

        private static JsonNode read() {
            try (InputStream in = Introspection.class.getResourceAsStream(RESOURCE)) {
                return JsonMapper.shared().readTree(Objects.requireNonNull(in, RESOURCE));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
