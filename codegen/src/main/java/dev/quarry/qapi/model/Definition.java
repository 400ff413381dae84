package dev.quarry.qapi.model;

import java.util.List;

/** What has a name in the schema: a type, a command, an event. */
public sealed interface Definition permits SchemaType, CommandDefinition, EventDefinition {
    String name();

    /**
     * Where it comes from, what it is called in messages, its condition, features, documentation.
     */
    Origin origin();

    default Condition condition() {
        return origin().condition();
    }

    default List<Feature> features() {
        return origin().features();
    }

    default Documentation documentation() {
        return origin().documentation();
    }

    /** What it is and what it is called, such as {@code struct type 'Foo'}. */
    String describe();
}
