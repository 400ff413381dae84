package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Location;

import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A documentation block.
 *
 * @param symbol the name of the definition it documents; null for free text
 * @param overview the text before any entry
 * @param members texts of members, arguments, values or branches, in order
 * @param features texts of features, in order
 * @param sections what follows, in order
 * @param location the place of the opening {@code ##}
 */
public record DocComment(
        @Nullable String symbol,
        String overview,
        Map<String, String> members,
        Map<String, String> features,
        List<Section> sections,
        Location location) {

    /**
     * A section.
     *
     * @param tag such as {@code Since}; null for plain text
     */
    public record Section(@Nullable String tag, String text) {}

    public DocComment {
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        features = Collections.unmodifiableMap(new LinkedHashMap<>(features));
        sections = List.copyOf(sections);
    }

    /** Whether it has a section of that tag. */
    public boolean hasSection(String tag) {
        return sections.stream().anyMatch(s -> tag.equals(s.tag()));
    }
}
