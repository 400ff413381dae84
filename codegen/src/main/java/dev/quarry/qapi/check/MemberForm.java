package dev.quarry.qapi.check;

import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.syntax.Value;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A member or branch as written.
 *
 * @param type the name of a type, or of an array's element
 */
record MemberForm(
        String name, boolean optional, TypeForm type, Condition condition, List<Feature> features) {

    private static final Set<String> LONG_FORM = Set.of("type", "if", "features");

    /** Reads inline members. */
    static List<MemberForm> members(
            Subject subject, Value.Dictionary object, String what, boolean permissive) {
        List<MemberForm> members = new ArrayList<>();
        object.members()
                .forEach(
                        (key, value) -> members.add(member(subject, key, value, what, permissive)));
        return members;
    }

    private static MemberForm member(
            Subject subject, String key, Value value, String owner, boolean permissive) {
        String what = owner + " member '" + key + "'";
        String name = key.startsWith("*") ? key.substring(1) : key;
        NameRules.lower(subject, name, what, permissive, permissive);
        NameRules.member(subject, name, what);
        if (isInline(subject, value)) {
            TypeForm inline =
                    new TypeForm(
                            "",
                            false,
                            members(subject, (Value.Dictionary) value, what, permissive));
            return new MemberForm(name, key.startsWith("*"), inline, Condition.always(), List.of());
        }
        Set<String> optional =
                subject.dialect().accepts(500) ? Set.of("if", "features") : Set.of("if");
        Map<String, Value> keys = longForm(subject, value, what, optional);
        return new MemberForm(
                name,
                key.startsWith("*"),
                TypeForm.read(subject, keys.get("type"), what, true),
                ConditionForm.read(subject, keys.get("if"), what),
                FeatureForm.read(subject, keys.get("features")));
    }

    /** Whether an object is the members of a nameless struct, as until 2.3, not a long form. */
    private static boolean isInline(Subject subject, Value value) {
        return value instanceof Value.Dictionary object
                && subject.dialect().acceptsUntil(204)
                && !(subject.dialect().accepts(400) && isLongForm(object));
    }

    private static boolean isLongForm(Value.Dictionary object) {
        Value type = object.members().get("type");
        return LONG_FORM.containsAll(object.members().keySet())
                && (type instanceof Value.Text || type instanceof Value.Array);
    }

    /** Reads a branch of a union or an alternate. */
    static MemberForm branch(Subject subject, String key, Value value, boolean allowArray) {
        String what = "branch '" + key + "'";
        Map<String, Value> keys = longForm(subject, value, what, Set.of("if"));
        return new MemberForm(
                key,
                false,
                TypeForm.read(subject, keys.get("type"), what, allowArray),
                ConditionForm.read(subject, keys.get("if"), what),
                List.of());
    }

    private static Map<String, Value> longForm(
            Subject subject, Value value, String what, Set<String> optional) {
        return value instanceof Value.Dictionary && subject.dialect().accepts(400)
                ? subject.object(value, what, Set.of("type"), optional)
                : Map.of("type", value);
    }
}
