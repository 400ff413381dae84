package dev.quarry.qapi.check;

import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.syntax.Value;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the value of {@code features}. */
final class FeatureForm {
    private FeatureForm() {}

    static List<Feature> read(Subject subject, @Nullable Value value) {
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof Value.Array array)) {
            throw subject.failure("'features' must be an array");
        }
        List<Feature> features = new ArrayList<>();
        for (Value element : array.elements()) {
            features.add(feature(subject, element));
        }
        return features;
    }

    private static Feature feature(Subject subject, Value element) {
        if (!(element instanceof Value.Dictionary)) {
            return new Feature(name(subject, element), Condition.always());
        }
        Map<String, Value> keys =
                subject.object(element, "an entry of 'features'", Set.of("name"), Set.of("if"));
        String name = name(subject, keys.get("name"));
        return new Feature(
                name, ConditionForm.read(subject, keys.get("if"), "feature '" + name + "'"));
    }

    private static String name(Subject subject, @Nullable Value value) {
        String name = subject.text(value, "the name of an entry of 'features'");
        NameRules.lower(subject, name, "feature '" + name + "'", false, false);
        return name;
    }
}
