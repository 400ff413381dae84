package dev.quarry.qapi.docs;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.ObjectType;

/** What a definition is, in the words of a reader. */
enum Kind {
    COMMAND("Command", "Commands"),
    EVENT("Event", "Events"),
    STRUCT("Struct", "Types"),
    UNION("Union", "Types"),
    ENUM("Enum", "Types"),
    ALTERNATE("Alternate", "Types");

    private final String word;
    private final String group;

    Kind(String word, String group) {
        this.word = word;
        this.group = group;
    }

    String word() {
        return word;
    }

    /** The list it is in. */
    String group() {
        return group;
    }

    static Kind of(Definition definition) {
        if (definition instanceof CommandDefinition) {
            return COMMAND;
        }
        if (definition instanceof EventDefinition) {
            return EVENT;
        }
        if (definition instanceof EnumType) {
            return ENUM;
        }
        if (definition instanceof AlternateType) {
            return ALTERNATE;
        }
        return definition instanceof ObjectType type && type.isUnion() ? UNION : STRUCT;
    }
}
