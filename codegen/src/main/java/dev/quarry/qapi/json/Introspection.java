package dev.quarry.qapi.json;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.BuiltinType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EnumValue;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.model.JsonType;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.model.SchemaType;
import dev.quarry.qapi.model.TypeRef;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The answer to {@code query-qmp-schema}: commands and events file by file, then the types they
 * reach, in the order of first use. Masked, a type's name is a number, given at its first mention.
 */
public final class Introspection {
    private final Schema schema;
    private final SelfDescription description;
    private final boolean masked;
    private final Presence presence;
    private final Map<String, SchemaType> used = new LinkedHashMap<>();
    private final List<SchemaType> queue = new ArrayList<>();
    private final Map<String, String> numbers = new LinkedHashMap<>();
    private final List<Object> elements = new ArrayList<>();

    private Introspection(Schema schema, boolean masked, Presence presence) {
        this.schema = schema;
        this.description = new SelfDescription(schema);
        this.masked = masked;
        this.presence = presence;
    }

    /**
     * The array of SchemaInfo, as maps and lists.
     *
     * @param masked whether types are called by numbers, as in a real answer
     */
    public static List<Object> of(Schema schema, boolean masked, Presence presence) {
        Introspection introspection = new Introspection(schema, masked, presence);
        introspection.build();
        return introspection.elements;
    }

    private void build() {
        if (description.isByModule()) {
            schema.modules().forEach(m -> m.definitions().forEach(this::commandOrEvent));
        } else {
            schema.definitions().values().forEach(this::commandOrEvent);
        }
        for (int i = 0; i < queue.size(); i++) {
            type(queue.get(i));
        }
    }

    private void commandOrEvent(Definition definition) {
        if (definition instanceof CommandDefinition command) {
            Map<String, Object> info = info(command.name(), "command", command);
            info.put("arg-type", use(command.arguments()));
            info.put("ret-type", use(command.returns()));
            if (command.has(CommandDefinition.Flag.ALLOW_OOB)) {
                info.put("allow-oob", true);
            } else if (description.commandsAlwaysTellOutOfBand()) {
                info.put("allow-oob", false);
            }
            presence.add(elements, command.condition(), info);
        } else if (definition instanceof EventDefinition event) {
            Map<String, Object> info = info(event.name(), "event", event);
            info.put("arg-type", use(event.data()));
            presence.add(elements, event.condition(), info);
        }
    }

    private Map<String, Object> info(String name, String metaType, Definition definition) {
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("name", name);
        info.put("meta-type", metaType);
        putFeatures(info, definition.features());
        return info;
    }

    private void putFeatures(Map<String, Object> info, List<Feature> features) {
        if (!features.isEmpty()) {
            List<Object> names = new ArrayList<>();
            features.forEach(f -> presence.add(names, f.condition(), f.name()));
            info.put("features", names);
        }
    }

    private String use(@Nullable TypeRef ref) {
        return use(ref == null ? ObjectType.EMPTY : ref.type());
    }

    /** Mentions a type: it joins the queue, and gets its number now. */
    private String use(SchemaType wanted) {
        SchemaType type = plain(wanted);
        if (used.putIfAbsent(type.name(), type) == null) {
            queue.add(type);
        }
        return type instanceof ArrayType array
                ? "[" + use(array.element().type()) + "]"
                : nameOf(type);
    }

    /** All integers are one type here, and so are arrays of them. */
    private SchemaType plain(SchemaType type) {
        if (type.jsonType() == JsonType.INT) {
            return builtin("int");
        }
        boolean integers =
                type instanceof ArrayType array
                        && array.element().type().jsonType() == JsonType.INT;
        return integers ? builtin("intList") : type;
    }

    private SchemaType builtin(String name) {
        if (schema.definitions().get(name) instanceof SchemaType type) {
            return type;
        }
        throw new IllegalStateException("the schema lacks built-in type '" + name + "'");
    }

    private String number(String name) {
        return numbers.computeIfAbsent(name, n -> Integer.toString(numbers.size()));
    }

    private String nameOf(SchemaType type) {
        return masked && !(type instanceof BuiltinType) ? number(type.name()) : type.name();
    }

    private void type(SchemaType type) {
        if (type instanceof BuiltinType builtin) {
            Map<String, Object> info = info(type.name(), "builtin", type);
            info.put("json-type", builtin.jsonType().wireName());
            presence.add(elements, type.condition(), info);
        } else if (type instanceof ArrayType array) {
            array(array);
        } else if (type instanceof EnumType values) {
            enumeration(values);
        } else if (type instanceof ObjectType object) {
            object(object);
        } else if (type instanceof AlternateType alternate) {
            alternate(alternate);
        }
    }

    private void array(ArrayType array) {
        String element = use(array.element().type());
        Map<String, Object> info = info("[" + element + "]", "array", array);
        info.put("element-type", element);
        presence.add(elements, array.condition(), info);
    }

    private void enumeration(EnumType type) {
        Map<String, Object> info = info(nameOf(type), "enum", type);
        List<Object> members = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (EnumValue value : type.values()) {
            Map<String, Object> member = new LinkedHashMap<>();
            member.put("name", value.name());
            putFeatures(member, value.features());
            presence.add(members, value.condition(), member);
            presence.add(values, value.condition(), value.name());
        }
        if (description.enumsHaveMembers()) {
            info.put("members", members);
        }
        if (description.enumsHaveValues()) {
            info.put("values", values);
        }
        presence.add(elements, type.condition(), info);
    }

    private void object(ObjectType type) {
        Map<String, Object> info = info(nameOf(type), "object", type);
        List<Object> members = new ArrayList<>();
        type.members().forEach(m -> presence.add(members, m.condition(), member(m)));
        info.put("members", members);
        if (type.isUnion()) {
            info.put("tag", type.tagMember().name());
            List<Object> variants = new ArrayList<>();
            for (Branch branch : type.branches()) {
                Map<String, Object> variant = new LinkedHashMap<>();
                variant.put("case", branch.name());
                variant.put("type", use(branch.type()));
                presence.add(variants, branch.condition(), variant);
            }
            info.put("variants", variants);
        }
        presence.add(elements, type.condition(), info);
    }

    private Map<String, Object> member(Member member) {
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("name", member.name());
        info.put("type", use(member.type()));
        if (member.optional()) {
            info.put("default", null);
        }
        putFeatures(info, member.features());
        return info;
    }

    private void alternate(AlternateType type) {
        Map<String, Object> info = info(nameOf(type), "alternate", type);
        List<Object> members = new ArrayList<>();
        for (Branch branch : type.branches()) {
            presence.add(members, branch.condition(), Map.of("type", use(branch.type())));
        }
        info.put("members", members);
        presence.add(elements, type.condition(), info);
    }
}
