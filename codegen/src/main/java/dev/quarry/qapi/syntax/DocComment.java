package dev.quarry.qapi.syntax;

import dev.quarry.qapi.comment.DocKind;
import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.source.Location;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A documentation block.
 *
 * @param symbol the name of the definition it documents; null for free text
 * @param header the line that names it, as written; empty for free text
 * @param parts everything else that was written, in order
 * @param location the place of the opening {@code ##}
 */
public record DocComment(
        @Nullable String symbol, String header, List<DocPart> parts, Location location) {

    public DocComment {
        parts = List.copyOf(parts);
    }

    /** The names that parts of a kind are about. */
    public Set<String> names(DocKind kind) {
        Set<String> names = new LinkedHashSet<>();
        parts.stream().filter(p -> p.kind() == kind).forEach(p -> names.add(p.name()));
        return names;
    }

    /** The first part of a kind. */
    public Optional<DocPart> first(DocKind kind) {
        return parts.stream().filter(p -> p.kind() == kind).findFirst();
    }

    /** The place of a part. */
    public Location location(DocPart part) {
        return new Location(location.file(), part.line(), 1);
    }
}
