package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code qapi introspect} against QEMU's own answers, element by element and in order. */
class CorpusIntrospectionTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    @ParameterizedTest
    @CsvSource({
        "live-qsd-7.2, qemu-7.2/storage-daemon/qapi/qapi-schema, --conditions",
        "live-system-x86_64-7.2, qemu-7.2/qapi/qapi-schema, --conditions",
        "introspect-qsd-7.2, qemu-7.2/storage-daemon/qapi/qapi-schema,",
        "introspect-qsd-7.2-unmasked, qemu-7.2/storage-daemon/qapi/qapi-schema, --unmask",
        "introspect-qsd-7.2-ifcond, qemu-7.2/storage-daemon/qapi/qapi-schema, --keep-conditions",
        "introspect-system-7.2, qemu-7.2/qapi/qapi-schema,",
        "introspect-qga-7.2, qemu-7.2/qga/qapi-schema,",
        "introspect-tests-7.2, tests-7.2/qapi-schema-test,",
        "introspect-tests-7.2-unmasked, tests-7.2/qapi-schema-test, --unmask",
        "introspect-system-2.12.0, history/qemu-2.12.0/qapi/qapi-schema,",
        "introspect-system-4.2.0, history/qemu-4.2.0/qapi/qapi-schema,",
        "introspect-system-6.1.0, history/qemu-6.1.0/qapi/qapi-schema,",
        "introspect-qsd-6.1.0, history/qemu-6.1.0/storage-daemon/qapi/qapi-schema,",
        "introspect-system-6.2.0, history/qemu-6.2.0/qapi/qapi-schema,",
        "introspect-qsd-6.2.0, history/qemu-6.2.0/storage-daemon/qapi/qapi-schema,",
        "introspect-system-8.1.0, history/qemu-8.1.0/qapi/qapi-schema,",
        "introspect-qsd-8.1.0, history/qemu-8.1.0/storage-daemon/qapi/qapi-schema,",
        "introspect-system-9.1.0, history/qemu-9.1.0/qapi/qapi-schema,",
        "introspect-qsd-9.1.0, history/qemu-9.1.0/storage-daemon/qapi/qapi-schema,"
    })
    void theAnswerIsQemus(String golden, String schema, String option) {
        Path corpus = TestNeeds.corpus("qapi");
        List<String> arguments = new ArrayList<>(List.of("introspect"));
        if (option != null) {
            arguments.add(option);
        }
        if ("--conditions".equals(option)) {
            arguments.add(corpus.resolve("introspect/config-" + golden + ".json").toString());
        }
        arguments.add(corpus.resolve(schema + ".json").toString());

        JsonNode actual = MAPPER.readTree(outputOf(arguments));
        JsonNode expected = MAPPER.readTree(corpus.resolve("introspect/" + golden + ".json"));

        assertEquals(expected.size(), actual.size());
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i), actual.get(i), "element " + i);
        }
    }

    private static String outputOf(List<String> arguments) {
        StringWriter out = new StringWriter();
        int status =
                Main.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .execute(arguments.toArray(String[]::new));
        assertEquals(0, status);
        return out.toString();
    }
}
