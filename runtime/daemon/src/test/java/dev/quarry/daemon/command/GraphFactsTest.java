package dev.quarry.daemon.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The graphs of {@code graph-facts.txt}: all that queries tell of their nodes, and what each edge
 * takes and shares, is what QEMU's storage daemon tells of the same.
 */
class GraphFactsTest {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    /** Space depends on the file system, and the peer counts no requests. */
    private static final Set<String> OWN = Set.of("actual-size", "stats");

    @TempDir Path folder;

    /** A daemon that is asked. */
    private interface Asked {
        JsonNode run(String command, String arguments) throws IOException;
    }

    @TestFactory
    Stream<DynamicTest> areThoseOfThePeer() {
        return TestImages.cases("graph-facts.txt", this::compare).stream();
    }

    private void compare(List<String> lines) throws IOException {
        TestNeeds.tool("qemu-storage-daemon");
        Path here = Files.createTempDirectory(folder, "case");
        List<String> adds = new ArrayList<>();
        for (String line : lines) {
            String text = line.replace("@", here.toString());
            if (text.startsWith("{")) {
                adds.add(text);
            } else {
                TestImages.create(here, text.split(" +", -1));
            }
        }
        Object theirs;
        try (PeerDaemon peer = new PeerDaemon(here)) {
            theirs = facts(peer::run, adds);
        }
        try (GraphBench ours = new GraphBench(false)) {
            assertEquals(theirs, facts(ours::run, adds));
        }
    }

    private static Object facts(Asked daemon, List<String> adds) throws IOException {
        for (String add : adds) {
            daemon.run("blockdev-add", add);
        }
        return List.of(
                plain(daemon.run("query-named-block-nodes", "{}")),
                plain(daemon.run("query-named-block-nodes", "{'flat':true}")),
                plain(daemon.run("query-blockstats", "{'query-nodes':true}")),
                edges(daemon.run("x-debug-query-block-graph", "{}")));
    }

    /** Names that were made up and the order of members do not count. */
    private static Object plain(JsonNode value) {
        if (value.isObject()) {
            Map<String, Object> members = new TreeMap<>();
            value.properties().stream()
                    .filter(member -> !OWN.contains(member.getKey()))
                    .forEach(member -> members.put(member.getKey(), plain(member.getValue())));
            return members;
        }
        if (value.isArray()) {
            return value.valueStream().map(GraphFactsTest::plain).toList();
        }
        String text = value.asString("");
        if (text.startsWith("json:") && text.endsWith("}")) {
            return plain(MAPPER.readTree(text.substring("json:".length())));
        }
        return text.startsWith("#") ? "#" : value.toString();
    }

    private static List<String> edges(JsonNode graph) {
        Map<String, String> names = new TreeMap<>();
        for (JsonNode node : graph.get("nodes")) {
            names.put(node.get("id").toString(), plain(node.get("name")).toString());
        }
        return graph.get("edges")
                .valueStream()
                .map(edge ->
                        String.join(
                                " ",
                                names.get(edge.get("parent").toString()),
                                edge.get("name").asString(),
                                names.get(edge.get("child").toString()),
                                sorted(edge.get("perm")),
                                sorted(edge.get("shared-perm"))))
                .sorted()
                .toList();
    }

    private static String sorted(JsonNode names) {
        return names.valueStream().map(JsonNode::asString).sorted().toList().toString();
    }
}
