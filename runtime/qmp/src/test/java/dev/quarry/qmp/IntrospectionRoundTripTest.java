package dev.quarry.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.qapi.generated.SchemaInfo;
import dev.quarry.qmp.codec.Conditions;
import dev.quarry.qmp.codec.JsonInput;
import dev.quarry.qmp.codec.JsonOutput;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Test;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;

/** An answer to {@code query-qmp-schema} is the same after our types have read and written it. */
class IntrospectionRoundTripTest {
    @Test
    void ourAnswerStaysTheSame() {
        assertStaysTheSame(Introspection.of(Conditions.all()).json());
    }

    @Test
    void thePeersAnswersStayTheSame() {
        Path folder = TestNeeds.corpus("qapi").resolve("introspect");
        for (String name : List.of("live-qsd-7.2.json", "live-system-x86_64-7.2.json")) {
            assertStaysTheSame(JsonMapper.shared().readTree(folder.resolve(name).toFile()));
        }
    }

    private static void assertStaysTheSame(JsonNode answer) {
        List<SchemaInfo> read =
                JsonInput.strict(answer, Conditions.none()).list(SchemaInfo::decode);
        assertEquals(answer, JsonMapper.shared().readTree(written(read)));
    }

    private static String written(List<SchemaInfo> elements) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JsonMapper.shared().createGenerator(text)) {
            JsonOutput.list(out, elements, (generator, element) -> element.encode(generator));
        }
        return text.toString();
    }
}
