package dev.quarry.daemon.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qmp.codec.QmpException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The cases of {@code graph-*.txt}: what the files say at their top is done here, one test a title.
 * After every command that is refused, {@code query-named-block-nodes} must answer as before it.
 */
class GraphCasesTest {
    private static final List<String> FILES =
            List.of(
                    "graph-permissions.txt",
                    "graph-reopen.txt",
                    "graph-resize.txt",
                    "graph-zeroes.txt");

    @TempDir Path folder;

    @TestFactory
    Stream<DynamicTest> cases() {
        return FILES.stream().flatMap(file -> cases(file).stream());
    }

    private List<DynamicTest> cases(String file) {
        return TestImages.cases(file, this::run);
    }

    private void run(List<String> lines) throws IOException {
        Path here = Files.createTempDirectory(folder, "case");
        try (GraphBench bench = new GraphBench(true)) {
            Case running = new Case(bench, here);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).trim().replace("@", here.toString());
                String next = i + 1 < lines.size() ? lines.get(i + 1).trim() : "";
                if (!line.startsWith("!")) {
                    running.step(line, next.startsWith("!") ? next.substring(1).trim() : null);
                }
            }
        }
    }

    /** One case under way. */
    private record Case(GraphBench bench, Path folder) {
        /**
         * @param refusal words its refusal must have, separated by semicolons; null if it works
         */
        void step(String line, @Nullable String refusal) throws IOException {
            if (refusal == null) {
                act(line);
                return;
            }
            JsonNode before = bench.run("query-named-block-nodes", "{}");
            QmpException refused = assertThrows(QmpException.class, () -> act(line), line);
            for (String words : refusal.split(";", -1)) {
                assertTrue(
                        refused.description().contains(words.trim()),
                        line + "\n" + refused.description());
            }
            assertEquals(before, bench.run("query-named-block-nodes", "{}"), line);
        }

        private void act(String line) throws IOException {
            String[] words = line.split(" +", -1);
            String rest = line.substring(words[0].length()).trim();
            switch (words[0]) {
                case "raw", "qcow2" -> TestImages.create(folder, words);
                case "add" -> bench.run("blockdev-add", rest);
                case "del" -> bench.run("blockdev-del", "{'node-name':'" + words[1] + "'}");
                case "reopen" -> bench.run("blockdev-reopen", "{'options':[" + rest + "]}");
                case "use" -> bench.use(words[1], words[2], words[3]);
                case "leave" -> bench.leave(words[1]);
                case "write" -> write(words);
                case "reads" -> reads(words);
                case "run" -> bench.run(words[1], rest.substring(words[1].length()).trim());
                case "node" -> expect(node(words[1]), words);
                case "nodes" -> assertEquals(List.of(words).subList(1, words.length), names());
                case "stats" -> expect(stats(words[1]), words);
                case "step" -> step(words);
                case "events" -> assertEquals(rest, String.join(", ", bench.takeEvents()));
                default -> throw new IllegalArgumentException(line);
            }
        }

        /** {@code write NODE OFFSET LENGTH zero|data|SPACED}: zeros with one byte at a place. */
        private void write(String[] words) {
            byte[] payload = new byte[(int) TestImages.bytes(words[3])];
            if (words[4].equals("data")) {
                Arrays.fill(payload, (byte) 0x55);
            } else if (!words[4].equals("zero")) {
                payload[(int) TestImages.bytes(words[4])] = 1;
            }
            bench.write(words[1], TestImages.bytes(words[2]), payload);
        }

        private void reads(String[] words) {
            byte[] content =
                    bench.read(
                            words[1], TestImages.bytes(words[2]), (int) TestImages.bytes(words[3]));
            byte[] expected = new byte[content.length];
            Arrays.fill(expected, (byte) Integer.decode(words[4]).intValue());
            assertEquals(-1, Arrays.mismatch(expected, content), String.join(" ", words));
        }

        private JsonNode node(String name) {
            return byName(bench.run("query-named-block-nodes", "{}"), name);
        }

        private JsonNode stats(String name) {
            return byName(bench.run("query-blockstats", "{'query-nodes':true}"), name);
        }

        private static JsonNode byName(JsonNode list, String name) {
            for (JsonNode each : list) {
                if (each.path("node-name").asString("").equals(name)) {
                    return each;
                }
            }
            throw new AssertionError("no node " + name + " in " + list);
        }

        private List<String> names() {
            List<String> names = new ArrayList<>();
            for (JsonNode each : bench.run("query-named-block-nodes", "{'flat':true}")) {
                String name = each.path("node-name").asString("");
                names.add(name.startsWith("#") ? "#" : name);
            }
            return names;
        }

        /** {@code step NODE MODE driver:action driver:action …}. */
        private void step(String[] words) {
            JsonNode steps =
                    bench.run(
                            "x-explain-zeroes",
                            "{'node-name':'" + words[1] + "','mode':'" + words[2] + "'}");
            List<String> found = new ArrayList<>();
            for (JsonNode step : steps) {
                found.add(step.get("driver").asString() + ":" + step.get("action").asString());
            }
            assertEquals(List.of(words).subList(3, words.length), found, steps.toString());
        }

        /** Members by path: {@code image.virtual-size=512}; {@code =-} for one that is absent. */
        private static void expect(JsonNode from, String[] words) {
            for (String word : List.of(words).subList(2, words.length)) {
                String[] sides = word.split("=", 2);
                JsonNode value = from;
                for (String member : sides[0].split("\\.", -1)) {
                    value =
                            value.isArray()
                                    ? value.path(Integer.parseInt(member))
                                    : value.path(member);
                }
                String found = value.isMissingNode() ? "-" : text(value);
                assertEquals(sides[1], found, word + " in " + from);
            }
        }

        private static String text(JsonNode value) {
            return value.isString() ? value.stringValue() : value.toString();
        }
    }
}
