package dev.quarry.qapi.model;

import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The documentation of a definition.
 *
 * @param overview paragraphs, may be empty
 * @param members texts by name of member, argument, value or branch
 * @param features texts by feature
 * @param sections the rest, in order: since, returns, errors, notes, examples, plain text
 */
public record Documentation(
        String overview,
        Map<String, String> members,
        Map<String, String> features,
        List<Section> sections) {

    /** Nothing is documented. */
    public static final Documentation NONE = new Documentation("", Map.of(), Map.of(), List.of());

    /**
     * A section.
     *
     * @param tag such as {@code Since}; null for plain text
     */
    public record Section(@Nullable String tag, String text) {}

    public Documentation {
        members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        features = Collections.unmodifiableMap(new LinkedHashMap<>(features));
        sections = List.copyOf(sections);
    }

    /** The text of the first section of that tag. */
    public Optional<String> section(String tag) {
        return sections.stream().filter(s -> tag.equals(s.tag())).map(Section::text).findFirst();
    }

    /** The text of a member; empty where it is not documented. */
    public String member(String name) {
        return members.getOrDefault(name, "");
    }
}
