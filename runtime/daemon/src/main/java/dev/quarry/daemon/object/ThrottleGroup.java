package dev.quarry.daemon.object;

import dev.quarry.qapi.generated.ObjectOptions;
import dev.quarry.qapi.generated.ThrottleLimits;
import dev.quarry.qmp.codec.JsonInput;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.Map;

/** Limits that nodes share. They may change at any time. */
public final class ThrottleGroup implements QomObject {
    private static final String WHOLE = "limits";
    private static final String PREFIX = "x-";

    private ObjectNode limits;
    private final dev.quarry.block.throttle.ThrottleGroup group;

    /** With the limits that are given, in either form. */
    public ThrottleGroup(ObjectOptions.ThrottleGroup given) {
        ObjectNode members = JsonMapper.shared().valueToTree(given);
        ObjectNode wanted = defaults();
        if (members.get(WHOLE) instanceof ObjectNode whole) {
            wanted.setAll(whole);
        }
        for (String name : wanted.propertyNames()) {
            JsonNode single = members.get(PREFIX + name);
            if (single != null) {
                wanted.set(name, single);
            }
        }
        limits = checked(wanted);
        group = new dev.quarry.block.throttle.ThrottleGroup(limits());
    }

    /** The limits at work. */
    public dev.quarry.block.throttle.ThrottleGroup group() {
        return group;
    }

    /** The limits that hold; every member is there. */
    public synchronized ThrottleLimits limits() {
        return ThrottleLimits.decode(JsonInput.lenient(limits));
    }

    @Override
    public String type() {
        return "throttle-group";
    }

    @Override
    public synchronized Map<String, Property> properties() {
        Map<String, Property> properties = new LinkedHashMap<>();
        properties.put(WHOLE, new Property("ThrottleLimits", this::whole, this::changeWhole));
        for (String name : limits.propertyNames()) {
            properties.put(
                    PREFIX + name,
                    new Property("int", () -> whole().get(name), value -> change(name, value)));
        }
        return properties;
    }

    private synchronized ObjectNode whole() {
        return limits;
    }

    private void changeWhole(JsonInput value) {
        ThrottleLimits.decode(value);
        change(whole().deepCopy().setAll((ObjectNode) value.node()));
    }

    private void change(String name, JsonInput value) {
        change(whole().deepCopy().put(name, value.int64()));
    }

    private synchronized void change(ObjectNode wanted) {
        limits = checked(wanted);
        group.limit(limits());
    }

    private static ObjectNode checked(ObjectNode wanted) {
        ThrottleRules.check(wanted);
        return wanted;
    }

    private static ObjectNode defaults() {
        ObjectNode defaults = JsonNodeFactory.instance.objectNode();
        ThrottleRules.NAMES.forEach(
                name -> defaults.put(name, name.endsWith(ThrottleRules.LENGTH) ? 1L : 0L));
        return defaults;
    }
}
