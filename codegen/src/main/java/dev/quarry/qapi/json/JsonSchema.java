package dev.quarry.qapi.json;

import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.Documentations;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.model.SchemaType;
import dev.quarry.qapi.model.TypeRef;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A JSON Schema (2020-12) of everything in a schema, one document. Under {@code $defs} stand the
 * types by their names, the branches of unions as {@code Union.branch}, and for commands and events
 * {@code name.arguments}, {@code name.returns} and {@code NAME.data}. The document itself describes
 * a request: a command with its arguments.
 */
public final class JsonSchema {
    private final Schema schema;
    private final Predicate<String> identifiers;
    private final Map<String, Object> definitions = new LinkedHashMap<>();
    private final TypeSchema types;

    private JsonSchema(Schema schema, Predicate<String> identifiers) {
        this.schema = schema;
        this.identifiers = identifiers;
        this.types = new TypeSchema(new Documentations(schema), identifiers, definitions);
    }

    /**
     * The document, as maps and lists.
     *
     * @param identifiers which identifiers of conditions hold; what has a false condition is left
     *     out
     */
    public static Map<String, Object> of(Schema schema, Predicate<String> identifiers) {
        return new JsonSchema(schema, identifiers).document();
    }

    private Map<String, Object> document() {
        for (SchemaType type : present(SchemaType.class)) {
            if (!type.isImplicit()) {
                types.define(type);
            }
        }
        List<Object> requests = new ArrayList<>();
        for (CommandDefinition command : present(CommandDefinition.class)) {
            requests.add(request(command));
        }
        present(EventDefinition.class).forEach(e -> part(e, e.data(), ".data"));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        document.put("title", "QmpRequest");
        document.put("oneOf", requests);
        document.put("$defs", definitions);
        return document;
    }

    private <T extends Definition> List<T> present(Class<T> kind) {
        return schema.all(kind).stream().filter(d -> holds(d.condition())).toList();
    }

    private boolean holds(Condition condition) {
        return condition.holds(identifiers);
    }

    private Map<String, Object> request(CommandDefinition command) {
        boolean raw = command.has(CommandDefinition.Flag.NO_MARSHALLING);
        part(command, command.returns(), ".returns");
        Map<String, Object> arguments =
                raw && command.arguments() != null
                        ? Map.of("type", "object")
                        : part(command, command.arguments(), ".arguments");
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("execute", Map.of("const", command.name()));
        properties.put("arguments", arguments);
        properties.put("id", Map.of());
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("title", command.name() + ".request");
        TypeSchema.describe(
                request, command.documentation().overview(), command.features(), identifiers);
        request.put("type", "object");
        request.put("properties", properties);
        request.put("required", required(command));
        request.put("additionalProperties", false);
        return request;
    }

    private List<String> required(CommandDefinition command) {
        boolean mandatory =
                command.arguments() != null
                        && command.arguments().type() instanceof ObjectType type
                        && type.members().stream()
                                .anyMatch(m -> !m.optional() && holds(m.condition()));
        return mandatory ? List.of("execute", "arguments") : List.of("execute");
    }

    /** Defines what a command or event takes or gives, and refers to it. */
    private Map<String, Object> part(Definition owner, @Nullable TypeRef ref, String suffix) {
        SchemaType type = ref == null ? ObjectType.EMPTY : ref.type();
        String name = owner.name() + suffix;
        definitions.put(
                name,
                type instanceof ObjectType object && object.isImplicit()
                        ? types.struct(object, name, owner.documentation())
                        : types.use(type));
        return TypeSchema.reference(name);
    }
}
