package dev.quarry.qapi.introspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.json.Introspection;
import dev.quarry.qapi.json.JsonText;
import dev.quarry.qapi.json.Presence;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.syntax.Dialect;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;

/** From a schema to its introspection, back, and to the introspection again: nothing is lost. */
class RoundTripTest {
    private static String introspected(Schema schema, boolean masked) {
        return JsonText.of(Introspection.of(schema, masked, Presence.keep()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../schema/qapi/quarry.json",
                "src/test/resources/golden/shapes.json",
                "src/test/resources/cases/7.2/good-everything.json"
            })
    void aSchemaKeepsItsIntrospection(String root) {
        Schema schema = SchemaChecker.check(Path.of(root), Dialect.AUTO);
        for (boolean masked : new boolean[] {true, false}) {
            String before = introspected(schema, masked);
            Schema read = Answer.read(root, before);
            assertEquals(before, introspected(read, masked));
            assertTrue(before.contains("\"command\""), "nothing was compared");
        }
    }
}
