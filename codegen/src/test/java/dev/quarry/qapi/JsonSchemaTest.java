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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;

/** The JSON Schema of {@code golden/shapes.json}, and of our own schema, in a validator's hands. */
class JsonSchemaTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Path SHAPES = Path.of("src/test/resources/golden/shapes.json");
    private static final Path QUARRY = Path.of("../schema/qapi/quarry.json");
    private static final JsonNode DOCUMENT = document(SHAPES);
    private static final Schema REQUEST = schema(DOCUMENT);

    private static JsonNode document(Path root) {
        var schema = SchemaChecker.check(root, Dialect.AUTO);
        return MAPPER.readTree(JsonText.of(JsonSchema.of(schema, name -> !name.equals("FLAT"))));
    }

    private static Schema schema(JsonNode document) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(document);
    }

    private static boolean isValid(Schema schema, String quoted) {
        return schema.validate(MAPPER.readTree(quoted.replace('\'', '"'))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'execute':'erase'}",
                "{'execute':'erase','id':[1]}",
                "{'execute':'erase','arguments':{}}",
                "{'execute':'draw-shapes','arguments':{'shapes':[],'depth':1}}",
                "{'execute':'draw-shapes','arguments':{'depth':0.5,'class':null,'shapes':"
                        + "['sun',null,{'kind':'unit-square'},{'kind':'circle','name':'x',"
                        + "'radius':18446744073709551615,'max-points':65535,'tags':['a']}]}}"
            })
    void aRightRequestIsValid(String request) {
        assertTrue(isValid(REQUEST, request));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'execute':'paint'}",
                "{'execute':'erase','arguments':{'x':1}}",
                "{'execute':'draw-shapes'}",
                "{'execute':'draw-shapes','arguments':{'shapes':[]}}",
                "{'execute':'draw-shapes','arguments':{'shapes':[1],'depth':1}}",
                "{'execute':'draw-shapes','arguments':{'shapes':[{'kind':'oval'}],'depth':1}}",
                "{'execute':'draw-shapes','arguments':{'shapes':[{'kind':'circle'}],'depth':1}}",
                "{'execute':'draw-shapes','arguments':{'depth':1,'shapes':"
                        + "[{'kind':'circle','radius':18446744073709551616}]}}",
                "{'execute':'draw-shapes','arguments':{'depth':1,'shapes':"
                        + "[{'kind':'unit-square','radius':1}]}}"
            })
    void aWrongRequestIsNot(String request) {
        assertEquals(false, isValid(REQUEST, request));
    }

    @Test
    void whatIsDocumentedIsDescribedAndBranchesHaveTitles() {
        JsonNode circle = DOCUMENT.at("/$defs/Shape.circle");
        assertEquals("Shape.circle", circle.get("title").stringValue());
        assertEquals("circle", circle.at("/properties/kind/const").stringValue());
        assertEquals("how it is called", circle.at("/properties/name/description").stringValue());
        assertEquals("how far", circle.at("/properties/radius/description").stringValue());
        assertEquals(
                "Shapes were drawn.",
                DOCUMENT.at("/$defs/SHAPES_DRAWN.data/description").asString());
    }

    @Test
    void whatHasAFalseConditionIsLeftOut() {
        var schema = SchemaChecker.check(SHAPES, Dialect.AUTO);
        JsonNode flat = MAPPER.readTree(JsonText.of(JsonSchema.of(schema, "FLAT"::equals)));
        assertEquals(1, flat.get("oneOf").size());
        assertTrue(flat.at("/$defs/draw-shapes.arguments/properties/depth").isMissingNode());
        assertEquals(2, flat.at("/$defs/Kind/enum").size());
    }

    @Test
    void ourOwnSchemaTellsRightFromWrong() {
        Schema schema = schema(document(QUARRY));
        assertTrue(
                isValid(
                        schema,
                        "{'execute':'blockdev-add','arguments':{'driver':'qcow2','node-name':'f',"
                                + "'file':{'driver':'file','filename':'a'},'backing':null}}"));
        assertEquals(
                false,
                isValid(schema, "{'execute':'blockdev-add','arguments':{'driver':'qcow2'}}"));
    }
}
