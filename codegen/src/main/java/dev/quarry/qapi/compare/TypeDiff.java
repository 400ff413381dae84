package dev.quarry.qapi.compare;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EnumValue;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.model.JsonType;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.SchemaType;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares the types of what is sent, or of what is received, down to the last member. */
final class TypeDiff {
    private final String subject;
    private final boolean sent;
    private final List<Change> changes;
    private final Set<String> seen = new HashSet<>();

    private TypeDiff(String subject, boolean sent, List<Change> changes) {
        this.subject = subject;
        this.sent = sent;
        this.changes = changes;
    }

    static TypeDiff sent(String subject, List<Change> changes) {
        return new TypeDiff(subject, true, changes);
    }

    static TypeDiff received(String subject, List<Change> changes) {
        return new TypeDiff(subject, false, changes);
    }

    private void add(String path, String text, boolean breaks) {
        changes.add(new Change(path.isEmpty() ? subject : subject + ": " + path, text, breaks));
    }

    /** Compares two types; a pair is looked into once, which ends recursion. */
    void compare(String path, SchemaType old, SchemaType now) {
        if (!seen.add(old.name() + " " + now.name())) {
            return;
        }
        if (old instanceof ArrayType a && now instanceof ArrayType b) {
            compare(path + "[]", a.element().type(), b.element().type());
        } else if (old instanceof EnumType a && now instanceof EnumType b) {
            values(path, a, b);
        } else if (old instanceof ObjectType a && now instanceof ObjectType b) {
            object(path, a, b);
        } else if (old instanceof AlternateType || now instanceof AlternateType) {
            alternatives(path, alternatives(old), alternatives(now));
        } else if (old.jsonType() != now.jsonType()) {
            kind(path, old, now);
        }
    }

    private void kind(String path, SchemaType old, SchemaType now) {
        String text = "was " + old.jsonType().wireName() + ", is " + now.jsonType().wireName();
        boolean wider = sent && isWider(old.jsonType(), now.jsonType());
        add(path, text, !wider);
    }

    private static boolean isWider(JsonType old, JsonType now) {
        return now == JsonType.VALUE || (old == JsonType.INT && now == JsonType.NUMBER);
    }

    private void values(String path, EnumType old, EnumType now) {
        for (EnumValue value : old.values()) {
            if (now.value(value.name()).isEmpty()) {
                add(path, "value '" + value.name() + "' removed", sent);
            }
        }
        for (EnumValue value : now.values()) {
            EnumValue former = old.value(value.name()).orElse(null);
            if (former == null) {
                add(path, "value '" + value.name() + "' added", false);
            } else {
                features(path + "='" + value.name() + "'", former.features(), value.features());
            }
        }
    }

    private void object(String path, ObjectType old, ObjectType now) {
        members(path, byName(old.members()), byName(now.members()));
        Map<String, Branch> former = branches(old);
        Map<String, Branch> present = branches(now);
        former.forEach((name, branch) -> branch(path, now, branch, present.get(name)));
    }

    private static Map<String, Branch> branches(ObjectType type) {
        Map<String, Branch> branches = new LinkedHashMap<>();
        type.branches().forEach(b -> branches.put(b.name(), b));
        return branches;
    }

    private void branch(String path, ObjectType now, Branch old, @Nullable Branch present) {
        if (present != null) {
            compare(path, old.type().type(), present.type().type());
        } else if (!now.isUnion() && old.type().type() instanceof ObjectType type) {
            members(path, byName(type.members()), byName(now.members()));
        }
    }

    private static Map<String, Member> byName(List<Member> members) {
        Map<String, Member> byName = new LinkedHashMap<>();
        members.forEach(m -> byName.put(m.name(), m));
        return byName;
    }

    private void members(String path, Map<String, Member> old, Map<String, Member> now) {
        old.forEach((name, member) -> member(join(path, name), member, now.get(name)));
        now.forEach((name, member) -> {
            if (!old.containsKey(name)) {
                boolean demanded = sent && !member.optional();
                String text = demanded ? "added, and mandatory" : "added";
                add(join(path, name), text, demanded);
            }
        });
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private void member(String path, Member old, @Nullable Member now) {
        if (now == null) {
            add(path, "removed", sent || !old.optional());
            return;
        }
        if (old.optional() && !now.optional()) {
            add(path, "became mandatory", sent);
        } else if (!old.optional() && now.optional()) {
            add(path, "became optional", !sent);
        }
        features(path, old.features(), now.features());
        compare(path, old.type().type(), now.type().type());
    }

    private void features(String path, List<Feature> old, List<Feature> now) {
        Set<String> former = old.stream().map(Feature::name).collect(Collectors.toSet());
        for (Feature feature : now) {
            if (!former.contains(feature.name())) {
                add(path, "now " + feature.name(), false);
            }
        }
    }

    /** The types a value may have, by JSON type; a plain type is its own only alternative. */
    private static Map<JsonType, SchemaType> alternatives(SchemaType type) {
        Map<JsonType, SchemaType> alternatives = new HashMap<>();
        if (type instanceof AlternateType alternate) {
            alternate
                    .branches()
                    .forEach(b -> alternatives.put(b.type().type().jsonType(), b.type().type()));
        } else {
            alternatives.put(type.jsonType(), type);
        }
        return alternatives;
    }

    private void alternatives(
            String path, Map<JsonType, SchemaType> old, Map<JsonType, SchemaType> now) {
        for (JsonType json : JsonType.values()) {
            SchemaType former = old.get(json);
            SchemaType present = now.get(json);
            if (former != null && present != null) {
                compare(path, former, present);
            } else if (former != null) {
                add(path, "may no longer be of type " + json.wireName(), sent);
            } else if (present != null) {
                add(path, "may now be of type " + json.wireName(), !sent);
            }
        }
    }
}
