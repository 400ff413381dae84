package dev.quarry.daemon.command;

import dev.quarry.qapi.generated.IntrospectCommands;
import dev.quarry.qapi.generated.SchemaInfo;
import dev.quarry.qmp.Introspection;
import dev.quarry.qmp.codec.Conditions;
import dev.quarry.qmp.codec.JsonInput;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** The command that describes all others. */
public final class IntrospectHandlers implements IntrospectCommands {
    private final Conditions conditions;
    private final boolean quickOutOfBand;

    /** Made at the first call, since most services are never asked. */
    private @Nullable List<SchemaInfo> schema;

    /**
     * @param conditions the schema that is described is the one under these
     * @param quickOutOfBand whether the {@link QuickCommands} may be sent out of band
     */
    public IntrospectHandlers(Conditions conditions, boolean quickOutOfBand) {
        this.conditions = conditions;
        this.quickOutOfBand = quickOutOfBand;
    }

    @Override
    public synchronized List<SchemaInfo> queryQmpSchema() {
        List<SchemaInfo> known = schema;
        if (known == null) {
            known = JsonInput.lenient(Introspection.of(conditions).json()).list(SchemaInfo::decode);
            known = quickOutOfBand ? QuickCommands.shownOutOfBand(known) : known;
            schema = known;
        }
        return known;
    }
}
