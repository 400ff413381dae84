package dev.quarry.qapi.json;

import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Schema;

import java.util.Optional;

/**
 * What a schema says of its own introspection, which grew from release to release: a schema defines
 * the types that the answer is made of. One that does not define them counts as a recent one.
 */
final class SelfDescription {
    private final Schema schema;

    SelfDescription(Schema schema) {
        this.schema = schema;
    }

    /** Whether enumerations list their values as objects (since 6.2). */
    boolean enumsHaveMembers() {
        return isRecent("SchemaInfoEnum", "members");
    }

    /** Whether enumerations list their values as strings. */
    boolean enumsHaveValues() {
        return isRecent("SchemaInfoEnum", "values");
    }

    /** Whether commands say that they are not allowed out of band (2.12 to 4.1). */
    boolean commandsAlwaysTellOutOfBand() {
        return member("SchemaInfoCommand", "allow-oob").map(m -> !m.optional()).orElse(false);
    }

    /** Whether commands and events stand file by file (since 5.0), not as they are included. */
    boolean isByModule() {
        return isRecent("SchemaInfo", "features");
    }

    private boolean isRecent(String type, String member) {
        return !(schema.definitions().get(type) instanceof ObjectType)
                || member(type, member).isPresent();
    }

    private Optional<Member> member(String type, String name) {
        return schema.definitions().get(type) instanceof ObjectType object
                ? object.members().stream().filter(m -> m.name().equals(name)).findFirst()
                : Optional.empty();
    }
}
