package dev.quarry.qapi.check;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EnumValue;
import dev.quarry.qapi.model.JsonType;
import dev.quarry.qapi.model.SchemaType;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Checks that the branches of an alternate can be told apart by JSON type. */
final class AlternateCheck {
    private final AlternateType alternate;
    private final Subject subject;
    private final LinkCheck links;
    private final Map<JsonType, String> taken = new EnumMap<>(JsonType.class);

    AlternateCheck(AlternateType alternate, Subject subject, LinkCheck links) {
        this.alternate = alternate;
        this.subject = subject;
        this.links = links;
    }

    void check() {
        ClashCheck names = new ClashCheck();
        for (Branch branch : alternate.branches()) {
            String what = "branch '" + branch.name() + "'";
            SchemaType type = links.resolve(branch.type(), subject, what);
            names.add(subject, branch.name(), what);
            if (!LinkCheck.isDistinct(type)) {
                throw subject.failure(what + " may not be " + type.describe());
            }
            for (JsonType json : claimed(type)) {
                String other = taken.putIfAbsent(json, what);
                if (other != null) {
                    throw subject.failure(what + " can't be told from " + other);
                }
            }
        }
    }

    /**
     * The JSON types that a branch takes for itself; a string may look like a number or a boolean.
     */
    private static Set<JsonType> claimed(SchemaType type) {
        JsonType json = type.jsonType() == JsonType.INT ? JsonType.NUMBER : type.jsonType();
        Set<JsonType> claimed = EnumSet.of(json);
        if (type instanceof EnumType values) {
            values.values().forEach(v -> addLookalikes(v, claimed));
        } else if (json == JsonType.STRING) {
            claimed.add(JsonType.NUMBER);
            claimed.add(JsonType.BOOLEAN);
        }
        return claimed;
    }

    private static void addLookalikes(EnumValue value, Set<JsonType> claimed) {
        if (value.name().equals("on") || value.name().equals("off")) {
            claimed.add(JsonType.BOOLEAN);
        }
        if ("-+.0123456789".indexOf(value.name().charAt(0)) >= 0) {
            claimed.add(JsonType.NUMBER);
        }
    }
}
