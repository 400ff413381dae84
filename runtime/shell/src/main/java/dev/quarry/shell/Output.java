package dev.quarry.shell;

import dev.quarry.qmp.client.QmpEvent;
import dev.quarry.qmp.codec.QmpException;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.function.Consumer;

/**
 * What the user sees: indented values for people, or one line of JSON a message for programs. Whole
 * texts at a time, from any thread.
 */
final class Output {
    private final Consumer<String> results;
    private final Consumer<String> complaints;
    private final boolean json;

    /**
     * Creates an output.
     *
     * @param results takes values and events
     * @param complaints takes what went wrong, for people
     * @param json whether programs read it
     */
    Output(Consumer<String> results, Consumer<String> complaints, boolean json) {
        this.results = results;
        this.complaints = complaints;
        this.json = json;
    }

    synchronized void value(JsonNode value) {
        if (json) {
            results.accept(wrapped("return", value));
        } else if (!value.isObject() || !value.isEmpty()) {
            results.accept(
                    JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(value));
        }
    }

    synchronized void event(QmpEvent event) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.put("name", event.name());
        if (event.data() != null) {
            data.set("data", event.data());
        }
        results.accept(
                json
                        ? wrapped("event", data)
                        : "event " + event.name() + (data.has("data") ? " " + event.data() : ""));
    }

    synchronized void refused(QmpException refusal) {
        if (json) {
            ObjectNode error = JsonNodeFactory.instance.objectNode();
            error.put("class", refusal.errorClass().wireName());
            error.put("desc", refusal.description());
            results.accept(wrapped("error", error));
        } else {
            complaints.accept(refusal.errorClass().wireName() + ": " + refusal.description());
        }
    }

    synchronized void text(String text) {
        results.accept(text);
    }

    synchronized void complaint(String text) {
        complaints.accept(text);
    }

    private static String wrapped(String member, JsonNode value) {
        return JsonNodeFactory.instance.objectNode().set(member, value).toString();
    }
}
