package dev.quarry.dist;

import java.util.List;

/** Removes the nodes and exports that spoilt commands, by luck still good, have left. */
final class Tidy {
    private static final List<String> EXPORTS = List.of("e0", "e1", "e2");

    private final MonitorClient monitor;
    private final List<String> nodes;

    /** Notes the nodes that are to stay. */
    Tidy(MonitorClient monitor) {
        this.monitor = monitor;
        this.nodes = monitor.nodeNames();
    }

    void up() {
        for (var export : monitor.execute("query-block-exports")) {
            String id = export.path("id").asString("");
            if (!EXPORTS.contains(id)) {
                monitor.execute("block-export-del", "{'id': '" + id + "', 'mode': 'hard'}");
            }
        }
        for (String node : monitor.nodeNames()) {
            if (!nodes.contains(node)) {
                monitor.ask("blockdev-del", "{'node-name': '" + node + "'}");
            }
        }
    }
}
