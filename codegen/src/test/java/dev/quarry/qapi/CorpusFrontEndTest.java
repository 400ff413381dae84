package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** QEMU 7.2's own front-end cases: the same verdict, and the first error at the same place. */
class CorpusFrontEndTest {
    private static final Pattern PLACE =
            Pattern.compile("^(?:.*/)?([^/:]+\\.json:\\d+(?::\\d+)?): ", Pattern.MULTILINE);

    @TestFactory
    List<DynamicTest> eachCaseHasTheVerdictAndPlaceOfQemu() throws IOException {
        Path folder = TestNeeds.corpus("qapi/tests-7.2");
        try (Stream<Path> files = Files.list(folder)) {
            List<DynamicTest> tests =
                    files.filter(f -> f.toString().endsWith(".err"))
                            .filter(f -> Files.exists(schemaOf(f)))
                            .sorted()
                            .map(f -> DynamicTest.dynamicTest(schemaOf(f) + "", () -> check(f)))
                            .toList();
            assertTrue(tests.size() >= 198, "cases are missing: " + tests.size());
            return tests;
        }
    }

    private static Path schemaOf(Path expectation) {
        String name = expectation.getFileName().toString().replace(".err", ".json");
        return expectation.resolveSibling(name);
    }

    private static void check(Path expectation) throws IOException {
        String expected = Files.readString(expectation);
        Optional<Location> actual = firstError(schemaOf(expectation));
        if (expected.isEmpty()) {
            assertEquals(Optional.empty(), actual);
            return;
        }
        Matcher matcher = PLACE.matcher(expected);
        assertTrue(matcher.find(), expected);
        String place = matcher.group(1);
        String found = actual.map(CorpusFrontEndTest::shortened).orElse("accepted");
        assertTrue(found.equals(place) || found.startsWith(place + ":"), place + " vs " + found);
    }

    private static Optional<Location> firstError(Path schema) {
        try {
            SchemaChecker.check(schema, Dialect.of("7.2"));
            return Optional.empty();
        } catch (SchemaException e) {
            return Optional.of(e.diagnostics().get(0).location());
        }
    }

    private static String shortened(Location location) {
        return location.file().path().getFileName()
                + ":"
                + location.line()
                + ":"
                + location.column();
    }
}
