package dev.quarry.qapi.java;

import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;

import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.CommandDefinition.Flag;
import dev.quarry.qapi.model.SchemaType;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A command as a method.
 *
 * @param arguments the type of its parameter; null where it has none
 * @param returns the type it returns; null where it returns nothing
 * @param raw whether both are JSON as it is: the schema says {@code 'gen': false}
 */
record CommandShape(
        CommandDefinition command,
        String method,
        @Nullable SchemaType arguments,
        @Nullable SchemaType returns,
        boolean raw) {

    /**
     * The shape of a command.
     *
     * @param methods the names of other commands' methods: one client has them all
     */
    private static CommandShape of(CommandDefinition command, UniqueNames methods) {
        return new CommandShape(
                command,
                methods.claim(JavaNames.method(command.name())),
                command.arguments() == null ? null : command.arguments().type(),
                command.returns() == null ? null : command.returns().type(),
                command.has(Flag.NO_MARSHALLING));
    }

    TypeName argumentsType(JavaTypes types) {
        if (raw || arguments == null) {
            return Support.JSON_NODE;
        }
        return types.typeName(arguments, false);
    }

    TypeName returnType(JavaTypes types) {
        if (returns == null) {
            return TypeName.VOID;
        }
        return raw ? Support.JSON_NODE : types.typeName(returns, true);
    }

    /** The method's name, parameter and return type. */
    MethodSpec.Builder signature(JavaTypes types) {
        MethodSpec.Builder signature =
                MethodSpec.methodBuilder(method)
                        .addModifiers(javax.lang.model.element.Modifier.PUBLIC)
                        .returns(returnType(types));
        if (arguments != null) {
            signature.addParameter(argumentsType(types), "arguments");
        }
        return signature;
    }

    static List<CommandShape> of(List<CommandDefinition> commands, UniqueNames methods) {
        return commands.stream().map(c -> of(c, methods)).toList();
    }
}
