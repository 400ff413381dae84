package dev.quarry.qapi.model;

import java.util.List;

/**
 * A member of an object.
 *
 * @param definedIn the name of the object type that it was written in
 */
public record Member(
        String name,
        TypeRef type,
        boolean optional,
        Condition condition,
        List<Feature> features,
        String definedIn) {
    public Member {
        features = List.copyOf(features);
    }
}
