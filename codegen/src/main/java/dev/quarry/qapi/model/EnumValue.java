package dev.quarry.qapi.model;

import java.util.List;

/** A value of an enumeration. */
public record EnumValue(String name, Condition condition, List<Feature> features) {
    public EnumValue {
        features = List.copyOf(features);
    }
}
