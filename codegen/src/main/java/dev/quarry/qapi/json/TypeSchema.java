package dev.quarry.qapi.json;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.BuiltinType;
import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.Documentation;
import dev.quarry.qapi.model.Documentations;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.SchemaType;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The JSON Schema of types. */
final class TypeSchema {
    private static final BigInteger UINT64_MAX =
            BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private final Documentations documentations;
    private final Predicate<String> identifiers;
    private final Map<String, Object> definitions;

    /**
     * @param definitions where named types go
     */
    TypeSchema(
            Documentations documentations,
            Predicate<String> identifiers,
            Map<String, Object> definitions) {
        this.documentations = documentations;
        this.identifiers = identifiers;
        this.definitions = definitions;
    }

    /** Any value at all, spelled out: some tools take a schema that says nothing for an object. */
    private static final Map<String, Object> ANY =
            Map.of("type", List.of("null", "boolean", "number", "string", "array", "object"));

    static Map<String, Object> reference(String name) {
        return Map.of("$ref", "#/$defs/" + name);
    }

    /** Adds what is known beside the type. */
    static void describe(
            Map<String, Object> schema,
            String documentation,
            List<Feature> features,
            Predicate<String> identifiers) {
        if (!documentation.isBlank()) {
            schema.put("description", documentation);
        }
        boolean deprecated =
                features.stream()
                        .filter(f -> f.condition().holds(identifiers))
                        .anyMatch(f -> f.name().equals("deprecated"));
        if (deprecated) {
            schema.put("deprecated", true);
        }
    }

    /** Defines a type under its own name. */
    void define(SchemaType type) {
        if (type instanceof EnumType values) {
            definitions.put(type.name(), enumeration(values));
        } else if (type instanceof AlternateType alternate) {
            definitions.put(type.name(), alternate(alternate));
        } else if (type instanceof ObjectType object) {
            definitions.put(
                    type.name(),
                    object.isUnion()
                            ? union(object)
                            : struct(object, object.name(), object.documentation()));
        }
    }

    /** A schema that stands for the use of a type. */
    Map<String, Object> use(SchemaType type) {
        if (type instanceof BuiltinType builtin) {
            return builtin(builtin.name());
        }
        if (type instanceof ArrayType array) {
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "array");
            schema.put("items", use(array.element().type()));
            return schema;
        }
        if (type instanceof ObjectType object && object.isImplicit()) {
            return struct(object, object.name(), Documentation.NONE);
        }
        return reference(type.name());
    }

    private static Map<String, Object> builtin(String name) {
        return switch (name) {
            case "str" -> Map.of("type", "string");
            case "bool" -> Map.of("type", "boolean");
            case "number" -> Map.of("type", "number");
            case "null" -> Map.of("type", "null");
            case "int8" -> integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case "int16" -> integer(Short.MIN_VALUE, Short.MAX_VALUE);
            case "int32" -> integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "int", "int64" -> integer(Long.MIN_VALUE, Long.MAX_VALUE);
            case "uint8" -> integer(0, 0xFF);
            case "uint16" -> integer(0, 0xFFFF);
            case "uint32" -> integer(0, 0xFFFF_FFFFL);
            case "uint64", "size" -> integer(BigInteger.ZERO, UINT64_MAX);
            default -> ANY;
        };
    }

    private static Map<String, Object> integer(Number minimum, Number maximum) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "integer");
        schema.put("minimum", minimum);
        schema.put("maximum", maximum);
        return schema;
    }

    private Map<String, Object> titled(SchemaType type) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("title", type.name());
        describe(schema, type.documentation().overview(), type.features(), identifiers);
        return schema;
    }

    private Map<String, Object> enumeration(EnumType type) {
        Map<String, Object> schema = titled(type);
        schema.put("type", "string");
        schema.put(
                "enum",
                type.values().stream()
                        .filter(v -> holds(v.condition()))
                        .map(v -> v.name())
                        .toList());
        return schema;
    }

    private boolean holds(Condition condition) {
        return condition.holds(identifiers);
    }

    private Map<String, Object> alternate(AlternateType type) {
        Map<String, Object> schema = titled(type);
        schema.put(
                "oneOf",
                type.branches().stream()
                        .filter(b -> holds(b.condition()))
                        .map(b -> use(b.type().type()))
                        .toList());
        return schema;
    }

    Map<String, Object> struct(ObjectType type, String title, Documentation documentation) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("title", title);
        describe(schema, documentation.overview(), type.features(), identifiers);
        ObjectShape shape = new ObjectShape(this, documentations, identifiers);
        shape.add(type.members());
        shape.finish(schema);
        return schema;
    }

    private Map<String, Object> union(ObjectType union) {
        Map<String, Object> schema = titled(union);
        List<Object> branches = new ArrayList<>();
        ObjectShape none = new ObjectShape(this, documentations, identifiers);
        addBranches(union, union.name(), none, branches);
        schema.put("oneOf", branches);
        return schema;
    }

    /** Adds each branch, flattened; a branch that is a union itself adds each of its own. */
    private void addBranches(
            ObjectType union, String path, ObjectShape outer, List<Object> branches) {
        Member tag = union.tagMember();
        for (Branch branch : union.branches()) {
            boolean exists =
                    holds(branch.condition())
                            && union.tagType()
                                    .value(branch.name())
                                    .map(v -> holds(v.condition()))
                                    .orElse(false);
            if (exists) {
                ObjectShape shape = outer.copy();
                shape.add(union.members(), tag, branch.name());
                addBranch(branch, path + "." + branch.name(), shape, branches);
            }
        }
    }

    private void addBranch(Branch branch, String path, ObjectShape shape, List<Object> branches) {
        ObjectType type = (ObjectType) branch.type().type();
        if (type.isUnion()) {
            addBranches(type, path, shape, branches);
            return;
        }
        shape.add(type.members());
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("title", path);
        shape.finish(schema);
        definitions.put(path, schema);
        branches.add(reference(path));
    }
}
