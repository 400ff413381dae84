package dev.quarry.qmp.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import dev.quarry.qapi.generated.BlockdevOptions;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.module.jsonSchema.JsonSchemaGenerator;

import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Three views of blockdev-add's types that know nothing of each other, and must agree: a JSON
 * Schema written by hand, checked by a validator; the draft-3 schema that Jackson's module makes of
 * the records' annotations; the generated decoder.
 */
class BlockdevAddSchemaTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final JsonNode DOCUMENT = document();
    private static final Schema SCHEMA =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(DOCUMENT);

    private static JsonNode document() {
        InputStream text =
                BlockdevAddSchemaTest.class.getResourceAsStream("blockdev-add.schema.json");
        assertNotNull(text);
        return MAPPER.readTree(text);
    }

    private static boolean isValid(String json) {
        return SCHEMA.validate(MAPPER.readTree(json)).isEmpty();
    }

    private static boolean isDecoded(String json) {
        try {
            Conditions native_ = Conditions.of("QUARRY_NATIVE");
            BlockdevOptions.decode(JsonInput.strict(MAPPER.readTree(json), native_));
            return true;
        } catch (QmpException e) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'driver':'null-co'}",
                "{'driver':'null-co','size':1048576,'latency-ns':18446744073709551615}",
                "{'driver':'file','filename':'a.img','aio':'io_uring','cache':{'direct':true}}",
                "{'driver':'file','node-name':'f','filename':'a','locking':'off','discard':'unmap',"
                        + "'detect-zeroes':'unmap'}",
                "{'driver':'raw','file':'f','offset':512,'size':512}",
                "{'driver':'raw','id':'drive0','file':{'driver':'file','filename':'a'}}"
            })
    void whatIsRightIsRightForBoth(String quoted) {
        String json = quoted.replace('\'', '"');
        assertEquals("true true", isValid(json) + " " + isDecoded(json));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'driver':'floppy'}",
                "{'driver':'file'}",
                "{'driver':'file','filename':1}",
                "{'driver':'file','filename':'a','size':1}",
                "{'driver':'null-co','latency-ns':-1}",
                "{'driver':'null-co','latency-ns':18446744073709551616}",
                "{'driver':'raw','file':null}",
                "{'driver':'raw','file':{'driver':'file'}}",
                "{'driver':'null-co','detect-zeroes':'always'}",
                "{'driver':'null-co','cache':{'direct':'yes'}}"
            })
    void whatIsWrongIsWrongForBoth(String quoted) {
        String json = quoted.replace('\'', '"');
        assertEquals("false false", isValid(json) + " " + isDecoded(json));
    }

    @ParameterizedTest
    @CsvSource({
        "File, dev.quarry.qapi.generated.BlockdevOptions$File",
        "NullCo, dev.quarry.qapi.generated.BlockdevOptions$NullCo",
        "Raw, dev.quarry.qapi.generated.BlockdevOptions$Raw"
    })
    void theRecordsAnnotationsSayTheSameAsTheSchema(String name, Class<?> record) {
        JsonNode generated =
                MAPPER.valueToTree(new JsonSchemaGenerator(MAPPER).generateSchema(record));
        JsonNode written = DOCUMENT.get("$defs").get(name);
        assertEquals(typesOf(written), typesOf(generated));
        assertEquals(requiredInList(written), requiredByMember(generated));
    }

    /** The JSON type of each member that has a plain one, or its values. */
    private static Map<String, Object> typesOf(JsonNode object) {
        Map<String, Object> types = new TreeMap<>();
        for (Map.Entry<String, JsonNode> member : object.get("properties").properties()) {
            if (!Set.of("driver", "file").contains(member.getKey())) {
                types.put(member.getKey(), typeOf(resolve(member.getValue())));
            }
        }
        return types;
    }

    private static JsonNode resolve(JsonNode schema) {
        JsonNode reference = schema.get("$ref");
        return reference == null ? schema : DOCUMENT.at(reference.stringValue().substring(1));
    }

    private static Object typeOf(JsonNode schema) {
        JsonNode values = schema.get("enum");
        if (values == null) {
            return schema.path("type").asString();
        }
        Set<String> names = new TreeSet<>();
        values.values().forEach(v -> names.add(v.stringValue()));
        return names;
    }

    private static Set<String> requiredInList(JsonNode object) {
        Set<String> required = new TreeSet<>();
        object.get("required").values().forEach(v -> required.add(v.stringValue()));
        required.remove("driver");
        return required;
    }

    private static Set<String> requiredByMember(JsonNode object) {
        Set<String> required = new TreeSet<>();
        object.get("properties")
                .properties()
                .forEach(m -> {
                    if (m.getValue().path("required").asBoolean(false)) {
                        required.add(m.getKey());
                    }
                });
        return required;
    }
}
