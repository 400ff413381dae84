package dev.quarry.qapi.java;

import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.model.SchemaType;
import dev.quarry.qapi.subset.TypeClosure;

import java.util.List;

/**
 * Which types are open: they hold what only a newer schema has, since a client may receive them
 * from a newer server. These are the types that commands return and events carry, with all their
 * parts; in a schema without commands and events, every type.
 */
final class OpenTypes {
    private final TypeClosure open = new TypeClosure();

    OpenTypes(Schema schema) {
        List<CommandDefinition> commands = schema.all(CommandDefinition.class);
        List<EventDefinition> events = schema.all(EventDefinition.class);
        commands.forEach(command -> open.add(command.returns()));
        events.forEach(event -> open.add(event.data()));
        if (commands.isEmpty() && events.isEmpty()) {
            schema.all(SchemaType.class).forEach(open::add);
        }
    }

    boolean contains(SchemaType type) {
        return open.contains(type);
    }
}
