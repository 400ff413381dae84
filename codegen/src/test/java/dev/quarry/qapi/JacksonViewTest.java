package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.json.JsonSchema;
import dev.quarry.qapi.json.JsonText;
import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.model.SchemaType;
import dev.quarry.qapi.subset.SchemaUnderConditions;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.testing.Seed;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The Java types of our own schema as Jackson sees them, which knows nothing of the compiler: what
 * a plain mapper reads and writes, and the schema that Jackson's module makes of the annotations,
 * which must say the same as our JSON Schema.
 */
class JacksonViewTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int VALUES = 20;

    @TempDir private static Path classes;
    private static Schema schema;
    private static GeneratedCodecs codecs;

    @BeforeAll
    static void compile() throws IOException, ReflectiveOperationException {
        Path root = Path.of("../schema/qapi/quarry.json");
        schema = SchemaUnderConditions.of(SchemaChecker.check(root, Dialect.AUTO), name -> true);
        codecs = new GeneratedCodecs(schema, classes);
    }

    @AfterAll
    static void close() throws IOException {
        codecs.close();
    }

    @Test
    void aPlainMapperReadsAndWritesWhatTheCodecDoes() {
        Seed seed = Seed.next();
        RandomJson values = new RandomJson(seed.random(), 0);
        for (SchemaType type : schema.all(SchemaType.class)) {
            boolean object = type instanceof ObjectType o && !o.isImplicit();
            for (int i = 0; i < VALUES && (object || type instanceof AlternateType); i++) {
                String json = values.value(type).toString();
                assertEquals(
                        MAPPER.readTree(codecs.strict(type.name(), json)),
                        MAPPER.readTree(codecs.plain(type.name(), json)),
                        () -> type.name() + " " + json + ", " + seed);
            }
        }
    }

    @Test
    void aPlainMapperKeepsWhatIsNewer() {
        String json =
                "{\"name\":\"b\",\"count\":1,\"granularity\":2,\"recording\":true,\"busy\":false,"
                        + "\"persistent\":true,\"colour\":{\"a\":[null]}}";
        assertEquals(MAPPER.readTree(json), MAPPER.readTree(codecs.plain("BlockDirtyInfo", json)));
        String job =
                "{\"id\":\"j\",\"type\":\"sing\",\"status\":\"running\","
                        + "\"current-progress\":1,\"total-progress\":2}";
        assertEquals(MAPPER.readTree(job), MAPPER.readTree(codecs.plain("JobInfo", job)));
    }

    @Test
    void itsSchemaOfEachStructSaysTheSameAsOurs() {
        JsonNode definitions =
                MAPPER.readTree(JsonText.of(JsonSchema.of(schema, name -> true))).get("$defs");
        int structs = 0;
        for (ObjectType type : schema.all(ObjectType.class)) {
            if (!type.isImplicit() && !type.isUnion()) {
                structs++;
                JsonNode ours = definitions.get(type.name());
                JsonNode theirs = MAPPER.readTree(codecs.schemaByJackson(type.name()));
                Map<String, Object> expected = members(ours, definitions);
                Map<String, Object> actual = members(theirs, definitions);
                actual.replaceAll(
                        (name, is) -> "choice".equals(expected.get(name)) ? "choice" : is);
                assertEquals(expected, actual, type.name());
                assertEquals(requiredInList(ours), requiredByMember(theirs), type.name());
            }
        }
        assertTrue(structs > 50, structs + " structs");
    }

    /** What each member is: a JSON type, the values it may have, or a choice of types. */
    private static Map<String, Object> members(JsonNode object, JsonNode definitions) {
        Map<String, Object> members = new TreeMap<>();
        object.path("properties")
                .properties()
                .forEach(m -> members.put(m.getKey(), kind(m.getValue(), definitions)));
        return members;
    }

    private static Object kind(JsonNode written, JsonNode definitions) {
        JsonNode used =
                written.path("allOf").path(0).isMissingNode()
                        ? written
                        : written.path("allOf").path(0);
        String reference = used.path("$ref").asString("");
        JsonNode schema =
                reference.startsWith("#/$defs/") ? definitions.get(reference.substring(8)) : used;
        if (schema.has("oneOf")) {
            return "choice";
        }
        if (schema.has("enum")) {
            Set<String> values = new TreeSet<>();
            schema.get("enum").values().forEach(v -> values.add(v.stringValue()));
            return values;
        }
        JsonNode type = schema.path("type");
        return type.isArray() ? "any" : type.asString("object");
    }

    private static Set<String> requiredInList(JsonNode object) {
        Set<String> required = new TreeSet<>();
        object.path("required").values().forEach(v -> required.add(v.stringValue()));
        return required;
    }

    private static Set<String> requiredByMember(JsonNode object) {
        Set<String> required = new TreeSet<>();
        object.path("properties")
                .properties()
                .forEach(m -> {
                    if (m.getValue().path("required").asBoolean(false)) {
                        required.add(m.getKey());
                    }
                });
        return required;
    }
}
