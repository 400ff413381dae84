package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.json.JsonSchema;
import dev.quarry.qapi.json.JsonText;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** JSON Schema of QEMU 7.2's schemas, held against what its daemon and libvirt really said. */
class JsonSchemaCorpusTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String DAEMON = "storage-daemon/qapi/qapi-schema.json";
    private static final String SYSTEM = "qapi/qapi-schema.json";

    private final List<String> wrong = new ArrayList<>();
    private int requests;
    private int replies;
    private int events;

    @Test
    void conversationsWithTheStorageDaemon() throws IOException {
        Bundle bundle = new Bundle(DAEMON);
        try (Stream<Path> cases = Files.list(TestNeeds.corpus("qmp/open"))) {
            for (Path file : cases.sorted().toList()) {
                conversation(bundle, file.getFileName().toString(), MAPPER.readTree(file));
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(requests > 150 && replies > 150 && events > 10, counts());
    }

    @Test
    void disksAsLibvirtAddsThem() throws IOException {
        Bundle bundle = new Bundle(DAEMON);
        for (JsonNode line : lines("blockdev-add.jsonl")) {
            ObjectNode request = MAPPER.createObjectNode().put("execute", "blockdev-add");
            request.set("arguments", line.get("arguments"));
            request(bundle, line.get("source").stringValue(), request);
        }
        assertEquals(List.of(), wrong);
        assertTrue(requests > 300, counts());
    }

    @Test
    void repliesThatLibvirtGot() throws IOException {
        Bundle bundle = new Bundle(SYSTEM);
        for (JsonNode line : lines("pairs.jsonl")) {
            if (line.get("files").toString().contains("caps_7.2.0.")) {
                String where = line.get("command").toString();
                request(bundle, where, line.get("command"));
                if (line.get("reply").has("return")) {
                    String command = line.at("/command/execute").stringValue();
                    reply(bundle, where, command, line.get("reply"));
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(requests > 20 && replies > 20, counts());
    }

    private static List<JsonNode> lines(String file) throws IOException {
        return Files.readAllLines(TestNeeds.corpus("libvirt/open").resolve(file)).stream()
                .map(MAPPER::readTree)
                .toList();
    }

    private String counts() {
        return requests + " requests, " + replies + " replies, " + events + " events";
    }

    /** Of each command that succeeded, the request and the reply; and every event. */
    private void conversation(Bundle bundle, String name, JsonNode recorded) {
        JsonNode sent = MAPPER.nullNode();
        for (JsonNode step : recorded.get("steps")) {
            JsonNode received = step.path("recv");
            step.path("recv_unordered")
                    .valueStream()
                    .filter(r -> r.has("event"))
                    .forEach(r -> event(bundle, name, r));
            if (step.has("send")) {
                sent = step.get("send");
            } else if (received.has("event")) {
                event(bundle, name, received);
            } else if (received.has("return") && sent.path("execute").isString()) {
                request(bundle, name, sent);
                reply(bundle, name, sent.get("execute").stringValue(), received);
                sent = MAPPER.nullNode();
            } else if (received.has("error")) {
                sent = MAPPER.nullNode();
            }
        }
    }

    private void request(Bundle bundle, String where, JsonNode request) {
        requests++;
        check(bundle.requests, where, request);
    }

    private void reply(Bundle bundle, String where, String command, JsonNode reply) {
        check(bundle, where, command + ".returns", reply.get("return"));
        replies++;
    }

    private void event(Bundle bundle, String where, JsonNode event) {
        JsonNode data = event.has("data") ? event.get("data") : MAPPER.createObjectNode();
        check(bundle, where, event.get("event").stringValue() + ".data", data);
        events++;
    }

    private void check(Bundle bundle, String where, String definition, JsonNode pattern) {
        Placeholders placeholders = new Placeholders();
        JsonNode value = placeholders.filled(pattern);
        if (placeholders.areKnown()) {
            check(bundle.schema(definition), where + " " + definition, value);
        }
    }

    private void check(Schema schema, String where, JsonNode value) {
        schema.validate(value).stream()
                .limit(1)
                .forEach(e -> wrong.add(where + ": " + value + ": " + e));
    }

    /** The JSON Schema of a schema, and of each thing that it defines. */
    private static final class Bundle {
        private final JsonNode document;
        private final Schema requests;
        private final Map<String, Schema> definitions = new HashMap<>();

        Bundle(String root) {
            Path file = TestNeeds.corpus("qapi/qemu-7.2").resolve(root);
            var schema = SchemaChecker.check(file, Dialect.of("7.2"));
            document = MAPPER.readTree(JsonText.of(JsonSchema.of(schema, name -> true)));
            requests = compiled(document);
        }

        private static Schema compiled(JsonNode document) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(document);
        }

        Schema schema(String definition) {
            return definitions.computeIfAbsent(
                    definition,
                    name -> {
                        ObjectNode root = MAPPER.createObjectNode();
                        root.put("$ref", "#/$defs/" + name).set("$defs", document.get("$defs"));
                        assertTrue(document.at("/$defs").has(name), name);
                        return compiled(root);
                    });
        }
    }

    /** Puts values where a recorded conversation says only what kind of value it was. */
    private static final class Placeholders {
        private static final String VERSION =
                "{\"qemu\": {\"major\": 7, \"minor\": 2, \"micro\": 0}, \"package\": \"\"}";
        private boolean known = true;

        boolean areKnown() {
            return known;
        }

        JsonNode filled(JsonNode pattern) {
            if (pattern.isString()) {
                return text(pattern);
            }
            if (pattern.isArray()) {
                var array = MAPPER.createArrayNode();
                pattern.forEach(element -> array.add(filled(element)));
                return array;
            }
            return pattern.isObject() ? object(pattern) : pattern;
        }

        private JsonNode text(JsonNode pattern) {
            return switch (pattern.stringValue()) {
                case "$string" -> MAPPER.getNodeFactory().stringNode("x");
                case "$int", "$uint" -> MAPPER.getNodeFactory().numberNode(1);
                case "$version" -> MAPPER.readTree(VERSION);
                default -> {
                    known &= !pattern.stringValue().startsWith("$");
                    yield pattern;
                }
            };
        }

        private JsonNode object(JsonNode pattern) {
            ObjectNode object = MAPPER.createObjectNode();
            for (Map.Entry<String, JsonNode> member : pattern.properties()) {
                switch (member.getKey()) {
                    case "$set" -> {
                        return filled(member.getValue());
                    }
                    case "$num" -> {
                        return member.getValue();
                    }
                    case "$re" -> {
                        return MAPPER.getNodeFactory().stringNode("x");
                    }
                    default -> {
                        known &= !member.getKey().startsWith("$");
                        object.set(member.getKey(), filled(member.getValue()));
                    }
                }
            }
            return object;
        }
    }
}
