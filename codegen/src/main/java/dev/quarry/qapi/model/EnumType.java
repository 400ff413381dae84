package dev.quarry.qapi.model;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/**
 * An enumeration.
 *
 * @param prefix how C constants begin, or null
 */
public record EnumType(String name, List<EnumValue> values, @Nullable String prefix, Origin origin)
        implements SchemaType {

    /** The enumeration of JSON types every schema has. */
    public static final EnumType QTYPE =
            new EnumType(
                    "QType",
                    List.of("none", "qnull", "qnum", "qstring", "qdict", "qlist", "qbool").stream()
                            .map(n -> new EnumValue(n, Condition.always(), List.of()))
                            .toList(),
                    "QTYPE",
                    Origin.BUILT_IN);

    public EnumType {
        values = List.copyOf(values);
    }

    /** The value of that wire name. */
    public Optional<EnumValue> value(String wireName) {
        return values.stream().filter(v -> v.name().equals(wireName)).findFirst();
    }

    @Override
    public JsonType jsonType() {
        return JsonType.STRING;
    }

    @Override
    public boolean isImplicit() {
        return !origin.owner().equals(name);
    }

    @Override
    public String describe() {
        return "enum type '" + name + "'";
    }
}
