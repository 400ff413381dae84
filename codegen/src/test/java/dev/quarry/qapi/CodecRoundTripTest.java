package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.model.SchemaType;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The codecs of QEMU 7.2's system schema, on values made at random. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CodecRoundTripTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int VALUES = 12;

    private static final Path WRONG_EXAMPLES =
            Path.of("src/test/resources/corpus/wrong-examples-7.2.txt");

    private final Seed seed = Seed.next();
    private Schema schema;
    private GeneratedCodecs codecs;

    @TempDir private static Path classes;

    @BeforeAll
    void compile() throws IOException, ReflectiveOperationException {
        Path root = TestNeeds.corpus("qapi/qemu-7.2").resolve("qapi/qapi-schema.json");
        schema = SchemaChecker.check(root, Dialect.of("7.2"));
        codecs = new GeneratedCodecs(schema, classes);
    }

    @AfterAll
    void close() throws IOException {
        if (codecs != null) {
            codecs.close();
        }
    }

    @Test
    void everyTypeWritesWhatItHasRead() {
        RandomJson values = new RandomJson(seed.random(), 0);
        List<String> wrong = new ArrayList<>();
        int types = 0;
        for (Root root : inputs()) {
            types++;
            for (int i = 0; i < VALUES; i++) {
                String json = values.value(root.type()).toString();
                check(root.className(), json, codecs.strict(root.className(), json), wrong);
                check(root.className(), json, codecs.lenient(root.className(), json), wrong);
            }
        }
        assertTrue(types > 700, types + " types");
        assertEquals(List.of(), wrong.stream().limit(5).toList(), seed::toString);
    }

    @Test
    void aClientKeepsWhateverANewerServerSendsAndAServerRefusesIt() {
        List<String> wrong = new ArrayList<>();
        int newer = 0;
        RandomJson values = new RandomJson(seed.random(), 0.2);
        for (Root root : outputs()) {
            for (int i = 0; i < VALUES; i++) {
                int before = values.news();
                String json = values.value(root.type()).toString();
                boolean isNew = values.news() > before;
                newer += isNew ? 1 : 0;
                check(root.className(), json, codecs.lenient(root.className(), json), wrong);
                if (codecs.strict(root.className(), json).startsWith("!") != isNew) {
                    wrong.add("strict " + root.className() + " " + json);
                }
            }
        }
        assertTrue(newer > 300, newer + " newer values");
        assertEquals(List.of(), wrong.stream().limit(5).toList(), seed::toString);
    }

    private static void check(String name, String json, String written, List<String> wrong) {
        JsonNode read = MAPPER.readTree(json);
        if (written.startsWith("!") || !read.equals(MAPPER.readTree(written))) {
            wrong.add(name + "\n  " + json + "\n  " + written);
        }
    }

    /** A type and the class that it became. */
    private record Root(SchemaType type, String className) {}

    private List<Root> inputs() {
        List<Root> roots = new ArrayList<>(outputs());
        for (SchemaType type : schema.all(SchemaType.class)) {
            if (type instanceof AlternateType
                    || (type instanceof ObjectType object && !object.isImplicit())) {
                roots.add(new Root(type, GeneratedCodecs.ofType(type.name())));
            }
        }
        for (CommandDefinition command : schema.all(CommandDefinition.class)) {
            if (command.arguments() != null && command.arguments().type().isImplicit()) {
                String name = GeneratedCodecs.camel(command.name()) + "Arguments";
                roots.add(new Root(command.arguments().type(), name));
            }
        }
        return roots;
    }

    /** What a server sends. */
    private List<Root> outputs() {
        List<Root> roots = new ArrayList<>();
        for (EventDefinition event : schema.all(EventDefinition.class)) {
            SchemaType data = event.data() == null ? ObjectType.EMPTY : event.data().type();
            String name = event.name().toLowerCase(Locale.ROOT);
            roots.add(new Root(data, GeneratedCodecs.camel(name) + "Event"));
        }
        for (CommandDefinition command : schema.all(CommandDefinition.class)) {
            SchemaType type = command.returns() == null ? null : command.returns().type();
            SchemaType one = type instanceof ArrayType array ? array.element().type() : type;
            if (one instanceof ObjectType || one instanceof AlternateType) {
                roots.add(new Root(one, GeneratedCodecs.ofType(one.name())));
            }
        }
        return roots;
    }

    /**
     * Every request in the documentation, but for those that a file lists with what is wrong with
     * them.
     */
    @Test
    void everyExampleOfACommandIsReadStrictly() throws IOException {
        List<String> refused = new ArrayList<>();
        int examples = 0;
        for (Definition definition : schema.definitions().values()) {
            for (JsonNode request : Examples.requests(definition)) {
                examples++;
                String answer = read(request);
                if (answer.startsWith("!")) {
                    refused.add(definition.name() + ": " + answer.substring(1));
                }
            }
        }
        assertTrue(examples > 180, examples + " examples");
        List<String> expected =
                Files.readAllLines(WRONG_EXAMPLES).stream()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .toList();
        assertEquals(String.join("\n", expected), String.join("\n", refused));
    }

    private String read(JsonNode request) {
        String name = request.path("execute").asString(request.path("exec-oob").asString());
        String arguments = request.path("arguments").toString();
        if (!(schema.definitions().get(name) instanceof CommandDefinition command)) {
            return "!there is no command " + name;
        }
        if (command.has(CommandDefinition.Flag.NO_MARSHALLING)) {
            return "";
        }
        if (command.arguments() == null) {
            return request.path("arguments").isEmpty() ? "" : "!" + name + " takes no arguments";
        }
        SchemaType type = command.arguments().type();
        String className =
                type.isImplicit() ? GeneratedCodecs.camel(name) + "Arguments" : type.name();
        return codecs.strict(className, request.has("arguments") ? arguments : "{}");
    }
}
