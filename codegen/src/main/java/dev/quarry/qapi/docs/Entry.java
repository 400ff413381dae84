package dev.quarry.qapi.docs;

import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.EnumValue;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.TypeRef;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A row of a list of members, values, branches or features.
 *
 * @param label what is shown as its name
 * @param name what documentation calls it; nested members have their owner's name ahead
 * @param type null where it has none
 */
record Entry(
        String label,
        String name,
        @Nullable TypeRef type,
        boolean optional,
        Condition condition,
        List<Feature> features) {

    static Entry of(Member member, String prefix) {
        return new Entry(
                member.name(),
                prefix + member.name(),
                member.type(),
                member.optional(),
                member.condition(),
                member.features());
    }

    static Entry of(EnumValue value) {
        return new Entry(
                value.name(), value.name(), null, false, value.condition(), value.features());
    }

    static Entry of(Branch branch) {
        return new Entry(
                branch.name(), branch.name(), branch.type(), false, branch.condition(), List.of());
    }

    static Entry of(Feature feature) {
        return new Entry(
                feature.name(), feature.name(), null, false, feature.condition(), List.of());
    }

    /** What is documented, but not there. */
    static Entry unknown(String name) {
        return new Entry(name, name, null, false, Condition.always(), List.of());
    }
}
