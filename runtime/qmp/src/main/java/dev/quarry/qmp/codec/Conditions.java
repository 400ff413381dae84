package dev.quarry.qmp.codec;

import java.util.Collection;
import java.util.Set;

/**
 * The identifiers of {@code if} conditions that hold at run time. They decide which members,
 * values, branches and commands of the generated types exist for this peer.
 */
public final class Conditions {
    private static final Conditions NONE = new Conditions(Set.of(), false);
    private static final Conditions ALL = new Conditions(Set.of(), true);

    private final Set<String> names;
    private final boolean all;

    private Conditions(Set<String> names, boolean all) {
        this.names = names;
        this.all = all;
    }

    /** Nothing holds: only what the schema has without condition exists. */
    public static Conditions none() {
        return NONE;
    }

    /** Every identifier holds. */
    public static Conditions all() {
        return ALL;
    }

    /** Just these identifiers hold. */
    public static Conditions of(String... names) {
        return new Conditions(Set.of(names), false);
    }

    /** Just these identifiers hold. */
    public static Conditions of(Collection<String> names) {
        return new Conditions(Set.copyOf(names), false);
    }

    public boolean holds(String name) {
        return all || names.contains(name);
    }

    @Override
    public String toString() {
        return all ? "Conditions[all]" : "Conditions" + names;
    }
}
