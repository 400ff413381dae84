package dev.quarry.qapi.introspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.model.SchemaType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/** A server that learns something calls what it knew already as before. */
class StableNamesTest {
    private static final Path GARDEN =
            Path.of("src/test/resources/introspect/cases/good-garden.json");

    private static Set<String> names(String answer) {
        Schema schema = Answer.read("garden", answer);
        return schema.all(SchemaType.class).stream()
                .map(SchemaType::name)
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'name':'dig','meta-type':'command','arg-type':'100','ret-type':'1'},"
                        + "{'name':'100','meta-type':'object','members':"
                        + "[{'name':'tool','type':'101'}]},"
                        + "{'name':'101','meta-type':'enum','members':[{'name':'spade'}]}",
                "{'name':'x-look','meta-type':'command','arg-type':'1','ret-type':'[17]'}",
                "{'name':'look','meta-type':'command','arg-type':'1','ret-type':'5',"
                        + "'features':['unstable']}",
                "{'name':'FEATURE_GONE','meta-type':'event','arg-type':'100'},"
                        + "{'name':'100','meta-type':'object','members':"
                        + "[{'name':'season','type':'12'},{'name':'spot','type':'4'}]}"
            })
    void whatIsNewChangesNoOtherName(String addition) throws IOException {
        String garden = Files.readString(GARDEN);
        String json = addition.replace('\'', '"');
        Set<String> before = names(garden);
        Set<String> first = names(garden.replaceFirst("\\[", "[" + json + ","));
        Set<String> last = names(garden.replaceFirst("]\\s*$", "," + json + "]"));

        assertTrue(first.containsAll(before), () -> before + " became " + first);
        assertEquals(first, last);
    }
}
