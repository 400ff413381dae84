package dev.quarry.dist;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.util.Random;

/** Random changes of the graph around the chain of {@link RandomChainsIT}, one at a time. */
final class GraphChanges {
    private final MonitorClient monitor;
    private final RandomChain chain;
    private final Path folder;
    private final Random random;

    GraphChanges(MonitorClient monitor, RandomChain chain, Path folder, Random random) {
        this.monitor = monitor;
        this.chain = chain;
        this.folder = folder;
        this.random = random;
    }

    /** Makes one change, or asks for one that is refused. */
    void change() {
        switch (random.nextInt(8)) {
            case 0 -> comeAndGo();
            case 1 -> exportAgain();
            case 2 -> fail();
            case 3 -> monitor.execute("query-blockstats", "{'query-nodes':true}");
            case 4 ->
                    monitor.execute(
                            "block-set-write-threshold",
                            "{'node-name':'f','write-threshold':" + random.nextInt(1 << 22) + "}");
            default -> reopen();
        }
    }

    /** The top node with other options, perhaps over another node. */
    private void reopen() {
        monitor.execute("blockdev-reopen", "{'options':[" + chain.drawn(random, folder) + "]}");
    }

    private void comeAndGo() {
        monitor.execute("blockdev-add", "{'driver':'raw','node-name':'more','file':'mid'}");
        monitor.execute("blockdev-del", "{'node-name':'more'}");
    }

    private void exportAgain() {
        monitor.execute(
                "block-export-add", "{'type':'nbd','id':'e2','node-name':'top','name':'again'}");
        monitor.execute("block-export-del", "{'id':'e2'}");
    }

    /** What is refused changes nothing. */
    private void fail() {
        JsonNode before = monitor.execute("query-named-block-nodes", "{'flat':true}");
        switch (random.nextInt(4)) {
            case 0 -> monitor.refused("blockdev-del", "{'node-name':'top'}");
            case 1 -> monitor.refused("blockdev-del", "{'node-name':'f'}");
            case 2 -> monitor.refused("block_resize", "{'node-name':'top','size':4096}");
            default ->
                    monitor.refused(
                            "blockdev-reopen",
                            "{'options':[%s,{'driver':'raw','node-name':'mid','file':'nope'}]}"
                                    .formatted(chain.drawn(random, folder)));
        }
        JsonNode after = monitor.execute("query-named-block-nodes", "{'flat':true}");
        if (!sizesAside(before).equals(sizesAside(after))) {
            throw new AssertionError("a refusal changed " + before + " to " + after);
        }
    }

    /** Space, the size of an image's file, and marks change with writes. */
    private static String sizesAside(JsonNode nodes) {
        return nodes.toString()
                .replaceAll("\"(actual-size|virtual-size|write_threshold)\":\\d+", "");
    }
}
