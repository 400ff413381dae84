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
        Map<String, Value> keys = longForm(subject, value, what, Set.of("if", "features"));
        return new MemberForm(
                name,
                key.startsWith("*"),
                TypeForm.read(subject, keys.get("type"), what, true),
                ConditionForm.read(subject, keys.get("if"), what),
                FeatureForm.read(subject, keys.get("features")));
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
        return value instanceof Value.Dictionary
                ? subject.object(value, what, Set.of("type"), optional)
                : Map.of("type", value);
    }
}
