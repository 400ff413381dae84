package dev.quarry.shell;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a server says of its commands by {@code query-qmp-schema}. Immutable. */
final class Schema {
    /** Knows nothing, for servers that say nothing. */
    static final Schema EMPTY = new Schema(Map.of());

    private final Map<String, JsonNode> entities;

    private Schema(Map<String, JsonNode> entities) {
        this.entities = entities;
    }

    static Schema of(JsonNode reply) {
        Map<String, JsonNode> byName = new HashMap<>();
        for (JsonNode entity : reply.values()) {
            byName.put(entity.path("name").asString(""), entity);
        }
        return new Schema(byName);
    }

    /** The names of all commands, sorted. */
    List<String> commands() {
        return entities.values().stream()
                .filter(Schema::isCommand)
                .map(entity -> entity.path("name").asString(""))
                .sorted()
                .toList();
    }

    /** The type of a command's arguments; null if there is no such command. */
    @Nullable SchemaType arguments(String command) {
        JsonNode entity = entities.get(command);
        return entity != null && isCommand(entity)
                ? type(entity.path("arg-type").asString(""))
                : null;
    }

    /** A type by its name, which in most schemas is but a number. */
    SchemaType type(String name) {
        JsonNode entity = entities.get(name);
        if (entity == null) {
            throw new IllegalStateException("the server's schema lacks the type '" + name + "'");
        }
        return new SchemaType(this, entity);
    }

    private static boolean isCommand(JsonNode entity) {
        return entity.path("meta-type").asString("").equals("command");
    }
}
