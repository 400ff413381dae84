package dev.quarry.qmp;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** An answer to {@code query-qmp-schema} with one thing changed that no comparison may overlook. */
record IntrospectionChange(String what, JsonNode answer) {

    /** Each single change of a member, value or choice; the answers are copies. */
    static Stream<IntrospectionChange> of(JsonNode answer) {
        List<Stream<IntrospectionChange>> changes = new ArrayList<>();
        for (int i = 0; i < answer.size(); i++) {
            int size = answer.get(i).path("members").size();
            for (int j = 0; j < size; j++) {
                changes.add(ofMember(answer, i, j));
            }
        }
        return changes.stream().flatMap(each -> each);
    }

    private static Stream<IntrospectionChange> ofMember(JsonNode answer, int index, int member) {
        Stream<IntrospectionChange> removed =
                Stream.of(change("remove", answer, index, list -> list.remove(member)));
        return switch (answer.get(index).get("meta-type").asString()) {
            case "object" -> Stream.concat(removed, edits(answer, index, member, true));
            case "enum" -> Stream.concat(removed, edits(answer, index, member, false));
            default -> removed;
        };
    }

    private static Stream<IntrospectionChange> edits(
            JsonNode answer, int index, int member, boolean mayBeOptional) {
        Stream<IntrospectionChange> edits =
                Stream.of(
                        edit("rename", answer, index, member, it -> it.put("name", "other")),
                        edit("feature", answer, index, member, it -> it.putArray("features")));
        return mayBeOptional
                ? Stream.concat(
                        edits, Stream.of(edit("optional", answer, index, member, it -> toggle(it))))
                : edits;
    }

    private static void toggle(ObjectNode member) {
        if (member.has("default")) {
            member.remove("default");
        } else {
            member.putNull("default");
        }
    }

    private static IntrospectionChange edit(
            String what, JsonNode answer, int index, int member, Consumer<ObjectNode> edit) {
        return change(
                what + " " + answer.get(index).get("members").get(member),
                answer,
                index,
                list -> edit.accept((ObjectNode) list.get(member)));
    }

    private static IntrospectionChange change(
            String what, JsonNode answer, int index, Consumer<ArrayNode> change) {
        JsonNode copy = answer.deepCopy();
        change.accept((ArrayNode) copy.get(index).get("members"));
        return new IntrospectionChange(what + " in " + answer.get(index), copy);
    }
}
