package dev.quarry.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The cases of {@code framer-cases.txt}, whole and split at every byte. */
class JsonFramerCasesTest {
    private record Case(String text, String notation, List<String> outcomes) {
        static Case parse(String line) {
            int arrow = line.lastIndexOf("=>");
            String input = line.substring(0, arrow);
            input = input.endsWith(" ") ? input.substring(0, input.length() - 1) : input;
            String outcomes = line.substring(arrow + 2).strip();
            List<String> list =
                    outcomes.isEmpty() ? List.of() : Arrays.asList(outcomes.split(" \\| "));
            List<String> flat =
                    list.stream().flatMap(o -> Stream.of(o.split(" (?=\\(open\\))"))).toList();
            return new Case(line, input, flat);
        }

        byte[] input() {
            return ByteNotation.parse(notation);
        }
    }

    @TestFactory
    Stream<DynamicTest> givesTheListedOutcomes() throws IOException {
        return cases().map(c -> DynamicTest.dynamicTest(c.text(), () -> whole(c)));
    }

    @TestFactory
    Stream<DynamicTest> givesTheSameWhereverTheInputIsSplit() throws IOException {
        return cases().map(c -> DynamicTest.dynamicTest(c.text(), () -> splits(c)));
    }

    private static void whole(Case c) {
        assertEquals(c.outcomes(), Outcomes.of(c.input()));
    }

    private static void splits(Case c) {
        byte[] input = c.input();
        for (int at = 0; at <= input.length; at++) {
            Outcomes outcomes = new Outcomes();
            outcomes.feed(input, 0, at);
            outcomes.feed(input, at, input.length);
            assertEquals(c.outcomes(), outcomes.all(), "split at " + at);
        }
    }

    private static Stream<Case> cases() throws IOException {
        try (InputStream in = JsonFramerCasesTest.class.getResourceAsStream("framer-cases.txt")) {
            String all =
                    new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return all.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("# "))
                    .filter(line -> !line.equals("#"))
                    .map(Case::parse);
        }
    }
}
