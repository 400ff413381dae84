package dev.quarry.qapi.model;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The branches of a union, and the member that tells which one a value is. */
public final class Variants {
    private final String tag;
    private final List<Branch> written;
    private final TypeRef empty;

    /**
     * @param empty the type without members
     */
    public Variants(String tag, List<Branch> written, TypeRef empty) {
        this.tag = tag;
        this.written = List.copyOf(written);
        this.empty = empty;
    }

    /** The discriminator's wire name. */
    public String tag() {
        return tag;
    }

    /** The branches that the schema spells out. */
    public List<Branch> written() {
        return written;
    }

    /**
     * All branches: the written ones, then an empty one for each further value of the enumeration.
     */
    public List<Branch> all(@Nullable EnumType values) {
        List<Branch> all = new ArrayList<>(written);
        if (values != null) {
            Set<String> covered = written.stream().map(Branch::name).collect(Collectors.toSet());
            for (EnumValue value : values.values()) {
                if (!covered.contains(value.name())) {
                    all.add(new Branch(value.name(), empty, value.condition(), true));
                }
            }
        }
        return all;
    }
}
