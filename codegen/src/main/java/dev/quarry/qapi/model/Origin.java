package dev.quarry.qapi.model;

import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.source.SourceFile;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * What every definition has beside its name and contents.
 *
 * @param location the first token of the expression; null for what is built in
 * @param keyword the expression's key, such as {@code struct}; empty for what is built in
 * @param owner the name of the expression's definition; that of another one for an implicit type
 */
public record Origin(
        @Nullable Location location,
        String keyword,
        String owner,
        Condition condition,
        List<Feature> features,
        Documentation documentation) {

    public Origin {
        features = List.copyOf(features);
    }

    /** The origin of what is built in. */
    public static final Origin BUILT_IN =
            new Origin(null, "", "", Condition.always(), List.of(), Documentation.NONE);

    /** The file it stands in; null for what is built in. */
    public @Nullable SourceFile module() {
        return location == null ? null : location.file();
    }

    /** The same place, for a type that the definition implies: no documentation, no features. */
    public Origin implied(Condition condition) {
        return new Origin(location, keyword, owner, condition, List.of(), Documentation.NONE);
    }
}
