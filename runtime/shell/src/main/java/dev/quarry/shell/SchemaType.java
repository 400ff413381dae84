package dev.quarry.shell;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A type of a server's schema.
 *
 * @param entity its entry in the reply of {@code query-qmp-schema}
 */
record SchemaType(Schema schema, JsonNode entity) {
    /** One member of an object. */
    record Member(String name, SchemaType type, boolean optional) {}

    /** {@code object}, {@code enum}, {@code array}, {@code alternate} or {@code builtin}. */
    String kind() {
        return entity.path("meta-type").asString("");
    }

    /** Of a builtin type: {@code int}, {@code string}, {@code boolean}, … */
    String jsonType() {
        return entity.path("json-type").asString("");
    }

    /**
     * The members of an object; of a union, with those of the branch that is chosen.
     *
     * @param chosen the value given to a member by its name, null where none is
     */
    List<Member> members(UnaryOperator<@Nullable String> chosen) {
        List<Member> members = new ArrayList<>();
        for (JsonNode member : entity.path("members").values()) {
            members.add(
                    new Member(text(member, "name"), at(member, "type"), member.has("default")));
        }
        String tag = entity.has("tag") ? chosen.apply(text(entity, "tag")) : null;
        for (JsonNode branch : entity.path("variants").values()) {
            if (text(branch, "case").equals(tag)) {
                members.addAll(at(branch, "type").members(chosen));
            }
        }
        return members;
    }

    /** The element type of an array. */
    SchemaType element() {
        return at(entity, "element-type");
    }

    /** The types that an alternate may be; of any other type, that type alone. */
    List<SchemaType> alternatives() {
        return kind().equals("alternate")
                ? entity.path("members").valueStream().map(each -> at(each, "type")).toList()
                : List.of(this);
    }

    /** The first alternative of a kind, or null. */
    @Nullable SchemaType alternative(String wanted) {
        return alternatives().stream()
                .filter(type -> type.kind().equals(wanted))
                .findFirst()
                .orElse(null);
    }

    /** All the words that a value may be, as far as there are only so many. */
    List<String> words() {
        return alternatives().stream().flatMap(SchemaType::ownWords).toList();
    }

    /** For people: what may stand here. */
    String description() {
        return alternatives().stream()
                .map(SchemaType::ownDescription)
                .collect(Collectors.joining(" | "));
    }

    private Stream<String> ownWords() {
        if (jsonType().equals("boolean")) {
            return Stream.of("on", "off");
        }
        return entity.path("values").valueStream().map(JsonNode::asString);
    }

    private String ownDescription() {
        return switch (kind()) {
            case "object" -> "{…}";
            case "array" -> "[" + element().description() + " …]";
            case "enum" -> String.join(" | ", words());
            default -> jsonType().equals("boolean") ? "on | off" : "<" + jsonType() + ">";
        };
    }

    private SchemaType at(JsonNode holder, String name) {
        return schema.type(text(holder, name));
    }

    private static String text(JsonNode holder, String name) {
        return holder.path(name).asString("");
    }
}
