package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.introspect.AnswerSource;
import dev.quarry.qapi.java.JavaBackEnd;
import dev.quarry.qapi.java.Scope;
import dev.quarry.qapi.json.Introspection;
import dev.quarry.qapi.json.JsonText;
import dev.quarry.qapi.json.Presence;
import dev.quarry.qapi.model.Schema;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Answers of real servers, and those that QEMU's generator makes: all of them make a client. */
class IntrospectedCorpusTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    /** What is done with an answer. */
    private interface Check {
        void of(Path answer) throws IOException;
    }

    private static List<DynamicTest> forEachAnswer(Check check) throws IOException {
        try (Stream<Path> files = Files.list(TestNeeds.corpus("qapi/introspect"))) {
            List<DynamicTest> tests =
                    files.filter(f -> f.getFileName().toString().matches("(live|introspect)-.*"))
                            .sorted()
                            .map(f -> DynamicTest.dynamicTest(f + "", () -> check.of(f)))
                            .toList();
            assertTrue(tests.size() >= 19, "answers are missing");
            return tests;
        }
    }

    private static Schema schema(Path answer) {
        return new AnswerSource(answer.toString()).schema(Duration.ZERO);
    }

    @TestFactory
    List<DynamicTest> theClientCompilesWithoutWarning() throws IOException {
        return forEachAnswer(answer -> {
            Schema schema = schema(answer);
            Map<String, String> sources = JavaBackEnd.generate(schema, "org.example", Scope.CLIENT);
            assertEquals("", JavaCompilation.check(sources));
        });
    }

    /** Masked numbers apart, which have gaps where a condition did not hold. */
    @TestFactory
    List<DynamicTest> theAnswerIsMadeAgainFromTheModel() throws IOException {
        return forEachAnswer(answer -> {
            List<Object> again = Introspection.of(schema(answer), true, Presence.keep());
            JsonNode expected = Renumbered.answer(MAPPER.readTree(answer));
            JsonNode actual = Renumbered.answer(MAPPER.readTree(JsonText.of(again)));
            assertEquals(expected.size(), actual.size());
            for (int i = 0; i < expected.size(); i++) {
                assertEquals(expected.get(i), actual.get(i), "element " + i);
            }
        });
    }
}
