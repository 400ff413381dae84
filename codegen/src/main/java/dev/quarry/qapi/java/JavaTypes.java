package dev.quarry.qapi.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;

import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.BuiltinType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.model.SchemaType;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The Java type of each schema type, and how its values are decoded and encoded. */
final class JavaTypes {
    private static final Map<String, Builtin> BUILTINS =
            Map.ofEntries(
                    Map.entry("str", new Builtin(ClassName.get(String.class), "string", "String")),
                    Map.entry("bool", new Builtin(TypeName.BOOLEAN, "bool", "Boolean")),
                    Map.entry("number", new Builtin(TypeName.DOUBLE, "number", "Number")),
                    Map.entry("int8", new Builtin(TypeName.INT, "int8", "Number")),
                    Map.entry("int16", new Builtin(TypeName.INT, "int16", "Number")),
                    Map.entry("int32", new Builtin(TypeName.INT, "int32", "Number")),
                    Map.entry("int64", new Builtin(TypeName.LONG, "int64", "Number")),
                    Map.entry("int", new Builtin(TypeName.LONG, "int64", "Number")),
                    Map.entry("uint8", new Builtin(TypeName.INT, "uint8", "Number")),
                    Map.entry("uint16", new Builtin(TypeName.INT, "uint16", "Number")),
                    Map.entry("uint32", new Builtin(TypeName.LONG, "uint32", "Number")),
                    Map.entry(
                            "uint64",
                            new Builtin(ClassName.get(BigInteger.class), "uint64", "Number")),
                    Map.entry(
                            "size",
                            new Builtin(ClassName.get(BigInteger.class), "uint64", "Number")),
                    Map.entry("any", new Builtin(Support.JSON_NODE, "any", "")),
                    Map.entry("visitor", new Builtin(Support.JSON_NODE, "any", "")),
                    Map.entry("dict", new Builtin(Support.JSON_NODE, "any", "")),
                    Map.entry("**", new Builtin(Support.JSON_NODE, "any", "")),
                    Map.entry("null", new Builtin(Support.JSON_NODE, "nullValue", "")));

    /**
     * @param decoder the method of JsonInput
     * @param encoder what follows {@code write} in the method of JsonGenerator; empty for any value
     */
    private record Builtin(TypeName type, String decoder, String encoder) {}

    private final String packageName;
    private final OpenTypes open;
    private final UniqueNames classes = UniqueNames.ofClasses();
    private final Map<String, String> classNames = new HashMap<>();

    JavaTypes(String packageName, Schema schema) {
        this.packageName = packageName;
        this.open = new OpenTypes(schema);
        JavaNames.JAVA_LANG.forEach(classes::claim);
        for (SchemaType type : schema.all(SchemaType.class)) {
            if (isGenerated(type)) {
                classNames.put(type.name(), classes.claim(JavaNames.ofType(type.name())));
            }
        }
        for (CommandDefinition command : schema.all(CommandDefinition.class)) {
            if (command.arguments() != null && command.arguments().type().isImplicit()) {
                String name = JavaNames.type(command.name()) + "Arguments";
                classNames.put(command.arguments().name(), classes.claim(name));
            }
        }
        for (EventDefinition event : schema.all(EventDefinition.class)) {
            String name = JavaNames.typeOfUpperCase(event.name()) + "Event";
            classNames.put(event.name(), classes.claim(name));
        }
    }

    /** Whether the type gets a class under its own name. */
    static boolean isGenerated(SchemaType type) {
        return !(type instanceof BuiltinType)
                && !(type instanceof ArrayType)
                && !(type instanceof ObjectType object && object.isImplicit());
    }

    String packageName() {
        return packageName;
    }

    /** Claims a name for a class that is not a type of the schema. */
    ClassName claim(String wanted) {
        return ClassName.get(packageName, classes.claim(wanted));
    }

    /** The class of a generated type, of a command's arguments by their type, or of an event. */
    ClassName className(String schemaName) {
        String name = classNames.get(schemaName);
        if (name == null) {
            throw new IllegalArgumentException("'" + schemaName + "' has no class");
        }
        return ClassName.get(packageName, name);
    }

    /** Whether values of the type hold what only a newer schema has. */
    boolean isOpen(SchemaType type) {
        return open.contains(type);
    }

    /**
     * The Java type of a value that is there; a primitive one where it can be.
     *
     * @param inOpen whether it is part of something open
     */
    TypeName typeName(SchemaType type, boolean inOpen) {
        if (type instanceof BuiltinType builtin) {
            return builtin(builtin).type();
        }
        if (type instanceof ArrayType array) {
            return ParameterizedTypeName.get(
                    ClassName.get(List.class), typeName(array.element().type(), inOpen).box());
        }
        ClassName name = className(type.name());
        return inOpen && type instanceof EnumType
                ? ParameterizedTypeName.get(Support.OPEN_ENUM, name)
                : name;
    }

    /** An expression for a function from JsonInput to the type. */
    CodeBlock decoder(SchemaType type, boolean inOpen) {
        if (type instanceof BuiltinType builtin) {
            return CodeBlock.of("$T::$L", Support.JSON_INPUT, builtin(builtin).decoder());
        }
        if (type instanceof ArrayType array) {
            CodeBlock element = decoder(array.element().type(), inOpen);
            return CodeBlock.of("input -> input.list($L)", element);
        }
        return CodeBlock.of("$T::$L", className(type.name()), decodeMethod(type, inOpen));
    }

    /** An expression for the value that a JsonInput holds. */
    CodeBlock decoded(SchemaType type, boolean inOpen, CodeBlock input) {
        if (type instanceof BuiltinType builtin) {
            return CodeBlock.of("$L.$L()", input, builtin(builtin).decoder());
        }
        if (type instanceof ArrayType array) {
            return CodeBlock.of("$L.list($L)", input, decoder(array.element().type(), inOpen));
        }
        ClassName name = className(type.name());
        return CodeBlock.of("$T.$L($L)", name, decodeMethod(type, inOpen), input);
    }

    private static String decodeMethod(SchemaType type, boolean inOpen) {
        return inOpen && type instanceof EnumType ? "decodeOpen" : "decode";
    }

    /** An expression statement, without semicolon, that writes a value to the generator. */
    CodeBlock encoding(SchemaType type, CodeBlock generator, CodeBlock value) {
        if (type instanceof BuiltinType builtin) {
            String method = builtin(builtin).encoder();
            return method.isEmpty()
                    ? CodeBlock.of("$T.any($L, $L)", Support.JSON_OUTPUT, generator, value)
                    : CodeBlock.of("$L.write$L($L)", generator, method, value);
        }
        if (type instanceof ArrayType array) {
            return CodeBlock.of(
                    "$T.list($L, $L, $L)",
                    Support.JSON_OUTPUT,
                    generator,
                    value,
                    elementWriter(array));
        }
        return CodeBlock.of("$L.encode($L)", value, generator);
    }

    /** An expression for a function that writes an element of a list to a generator. */
    CodeBlock elementWriter(ArrayType list) {
        CodeBlock out = CodeBlock.of("o");
        return CodeBlock.of(
                "(o, e) -> $L", encoding(list.element().type(), out, CodeBlock.of("e")));
    }

    private static Builtin builtin(BuiltinType type) {
        Builtin builtin = BUILTINS.get(type.name());
        if (builtin == null) {
            throw new IllegalArgumentException("no Java type for " + type.describe());
        }
        return builtin;
    }
}
