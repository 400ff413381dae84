package dev.quarry.qapi.model;

import dev.quarry.qapi.comment.DocKind;
import dev.quarry.qapi.comment.DocPart;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The documentation of a definition: all that was written, in order.
 *
 * @param header the line that names the definition, as written; empty where nothing is documented
 * @param parts overview, members, features, sections
 */
public record Documentation(String header, List<DocPart> parts) {

    /** Nothing is documented. */
    public static final Documentation NONE = new Documentation("", List.of());

    public Documentation {
        parts = List.copyOf(parts);
    }

    /** The text before any entry or section; may be empty. */
    public String overview() {
        return overviewParts().stream().map(DocPart::text).collect(Collectors.joining("\n\n"));
    }

    private List<DocPart> overviewParts() {
        return parts.stream().takeWhile(p -> p.kind() == DocKind.TEXT).toList();
    }

    /** Texts by name of member, argument, value or branch, in order. */
    public Map<String, String> members() {
        return texts(DocKind.MEMBER);
    }

    /** Texts by feature, in order. */
    public Map<String, String> features() {
        return texts(DocKind.FEATURE);
    }

    private Map<String, String> texts(DocKind kind) {
        Map<String, String> texts = new LinkedHashMap<>();
        all(kind).forEach(p -> texts.putIfAbsent(p.name(), p.text()));
        return texts;
    }

    /** What is neither overview nor entry, in order: since, returns, errors, notes, plain text. */
    public List<DocPart> sections() {
        return parts.stream()
                .skip(overviewParts().size())
                .filter(p -> p.kind() != DocKind.MEMBER && p.kind() != DocKind.FEATURE)
                .toList();
    }

    /** The parts of one kind, in order. */
    public List<DocPart> all(DocKind kind) {
        return parts.stream().filter(p -> p.kind() == kind).toList();
    }

    /** The part about a member, argument, value or branch. */
    public Optional<DocPart> memberPart(String name) {
        return parts.stream()
                .filter(p -> p.kind() == DocKind.MEMBER && p.name().equals(name))
                .findFirst();
    }

    /** The text of a member; empty where it is not documented. */
    public String member(String name) {
        return memberPart(name).map(DocPart::text).orElse("");
    }
}
