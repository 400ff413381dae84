package dev.quarry.qapi.check;

import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.EnumValue;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.syntax.DocComment;
import dev.quarry.qapi.syntax.Expression;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A definition whose form is right; the names it uses are not looked up yet.
 *
 * @param contents what is particular to its kind
 * @param comment its documentation, where it has any that is of it
 */
record Form(
        Expression expression,
        Subject subject,
        Keyword keyword,
        String name,
        Contents contents,
        Condition condition,
        List<Feature> features,
        @Nullable DocComment comment) {

    /** What is particular to a kind of definition. */
    sealed interface Contents {}

    record EnumContents(List<EnumValue> values, @Nullable String prefix) implements Contents {}

    record StructContents(@Nullable String base, List<MemberForm> members) implements Contents {}

    record UnionContents(ObjectForm base, String discriminator, List<MemberForm> branches)
            implements Contents {}

    record SimpleUnionContents(@Nullable String base, List<MemberForm> branches)
            implements Contents {}

    record AlternateContents(List<MemberForm> branches) implements Contents {}

    record CommandContents(
            @Nullable ObjectForm arguments, @Nullable TypeForm returns, List<String> flags)
            implements Contents {}

    record EventContents(@Nullable ObjectForm data, boolean boxed) implements Contents {}

    /** An object type: by name, or members inline. */
    sealed interface ObjectForm {}

    record Named(String type) implements ObjectForm {}

    record Inline(List<MemberForm> members) implements ObjectForm {}
}
