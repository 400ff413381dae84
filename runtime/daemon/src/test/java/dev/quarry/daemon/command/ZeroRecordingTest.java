package dev.quarry.daemon.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Every reason why zeros were not saved, provoked: when a node is reopened or removed, a flight
 * recording has the very counts that {@code query-blockstats} told before.
 */
class ZeroRecordingTest {
    private static final String EVENT = "dev.quarry.ZeroSummary";

    /** Members of {@code query-blockstats} by the fields of the event. */
    private static final Map<String, String> COUNTS =
            Map.of(
                    "found", "found",
                    "foundBytes", "found-bytes",
                    "savedBytes", "bytes-not-written",
                    "punchedBytes", "bytes-punched",
                    "off", "off",
                    "notZero", "not-zero",
                    "noZeroWrite", "no-zero-op",
                    "unaligned", "unaligned",
                    "backing", "backing-in-the-way",
                    "discardIgnored", "discard-ignored-below");

    private static final String RAW =
            "{'driver':'raw','node-name':'r','discard':'unmap','detect-zeroes':'unmap','file':'f'}";

    @TempDir Path folder;

    @Test
    void hasWhatTheQueryTold() throws IOException {
        Path file = folder.resolve("zeros.jfr");
        Map<String, JsonNode> told;
        try (Recording recording = new Recording();
                GraphBench bench = new GraphBench(true)) {
            recording.enable(EVENT);
            recording.start();
            provoke(bench);
            told = stats(bench);
            bench.run("blockdev-reopen", "{'options':[" + RAW + "]}");
            for (String node : List.of("q", "n", "i", "r", "f")) {
                bench.run("blockdev-del", "{'node-name':'" + node + "'}");
            }
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events =
                RecordingFile.readAllEvents(file).stream()
                        .filter(event -> event.getEventType().getName().equals(EVENT))
                        .toList();
        Set<String> missing = new HashSet<>(COUNTS.keySet());
        told.forEach((node, zeroes) -> compare(node, zeroes, events, missing));
        assertEquals(Set.of(), missing, "counts that nothing provoked");
    }

    /** Five nodes, and writes that find and miss zeros in all ways there are. */
    private void provoke(GraphBench bench) throws IOException {
        TestImages.create(folder, "raw", "a.raw", "1m");
        TestImages.create(folder, "raw", "b.raw", "1m");
        TestImages.create(folder, "raw", "base.raw", "1m");
        TestImages.create(folder, "qcow2", "top.qcow2", "1m", "v2", "base.raw");
        for (String add :
                List.of(
                        "{'driver':'file','node-name':'f','discard':'unmap','filename':'@/a.raw'}",
                        RAW,
                        "{'driver':'null-co','node-name':'n','size':65536,'detect-zeroes':'on'}",
                        "{'driver':'raw','node-name':'i','discard':'unmap','detect-zeroes':'unmap',"
                                + "'file':{'driver':'file','node-name':'fi','discard':'ignore',"
                                + "'filename':'@/b.raw'}}",
                        "{'driver':'qcow2','node-name':'q','detect-zeroes':'on',"
                                + "'file':{'driver':'file','filename':'@/top.qcow2'}}")) {
            bench.run("blockdev-add", add.replace("@", folder.toString()));
        }
        byte[] data = new byte[4096];
        data[17] = 1;
        bench.write("r", 0, new byte[65536]);
        bench.write("r", 0, data);
        bench.write("n", 0, new byte[512]);
        bench.write("i", 0, new byte[65536]);
        bench.write("q", 0, new byte[65536]);
        bench.write("q", 131072 + 4096, new byte[4096]);
        bench.write("f", 0, new byte[4096]);
    }

    private static Map<String, JsonNode> stats(GraphBench bench) {
        Map<String, JsonNode> zeroes = new TreeMap<>();
        for (JsonNode node : bench.run("query-blockstats", "{'query-nodes':true}")) {
            String name = node.get("node-name").asString();
            if (!name.startsWith("#")) {
                zeroes.put(name, node.get("zeroes"));
            }
        }
        return zeroes;
    }

    private static void compare(
            String node, JsonNode zeroes, List<RecordedEvent> events, Set<String> missing) {
        List<RecordedEvent> ofNode =
                events.stream().filter(event -> event.getString("node").equals(node)).toList();
        assertTrue(!ofNode.isEmpty(), "no event of " + node);
        COUNTS.forEach((field, member) -> {
            long told = zeroes.get(member).asLong();
            assertEquals(told, ofNode.getFirst().getLong(field), node + " " + member);
            if (told > 0) {
                missing.remove(field);
            }
        });
        ofNode.subList(1, ofNode.size())
                .forEach(later -> assertEquals(0, later.getLong("found"), "begun anew"));
    }
}
