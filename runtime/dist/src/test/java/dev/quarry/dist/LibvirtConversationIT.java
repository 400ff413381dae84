package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Path;

/** What a virtualization manager sends for one disk, from attaching to detaching it. */
@Timeout(60)
class LibvirtConversationIT {
    private static final String STORAGE =
            "{'driver':'file','filename':'IMAGE','aio':'threads','node-name':'libvirt-1-storage',"
                    + "'cache':{'direct':false,'no-flush':false},'auto-read-only':true,"
                    + "'discard':'unmap'}";
    private static final String FORMAT =
            "{'node-name':'libvirt-1-format','read-only':false,'discard':'unmap',"
                    + "'detect-zeroes':'unmap','cache':{'direct':false,'no-flush':false},"
                    + "'driver':'raw','file':'libvirt-1-storage'}";

    @TempDir private Path folder;

    @Test
    void aDiskComesAndGoesLayerByLayer() throws IOException {
        Path image = SparseFile.create(folder.resolve("disk.raw"), 1 << 20);
        try (DaemonProcess daemon = DaemonProcess.start(folder)) {
            MonitorClient monitor = daemon.monitor();
            assertEquals(7, monitor.execute("query-version").path("qemu").path("major").asInt());
            assertTrue(monitor.execute("query-qmp-schema").size() > 50);

            monitor.execute("blockdev-add", STORAGE.replace("IMAGE", image.toString()));
            monitor.execute("blockdev-add", FORMAT);
            checkNodes(monitor.execute("query-named-block-nodes", "{'flat':true}"), image);

            JsonNode inUse = monitor.refused("blockdev-del", "{'node-name':'libvirt-1-storage'}");
            assertTrue(
                    inUse.path("desc").asString().contains("libvirt-1-storage"), inUse::toString);
            monitor.execute("blockdev-del", "{'node-name':'libvirt-1-format'}");
            monitor.execute("blockdev-del", "{'node-name':'libvirt-1-storage'}");
            assertEquals(0, monitor.execute("query-named-block-nodes").size());
            daemon.quit();
        }
    }

    @Test
    void anUnknownCommandIsToldByItsClass() throws IOException {
        try (DaemonProcess daemon = DaemonProcess.start(folder)) {
            JsonNode error = daemon.monitor().refused("query-status");
            assertEquals("CommandNotFound", error.path("class").asString());
            daemon.terminate();
        }
    }

    @Test
    void removalInTheWrongOrderIsAnsweredEachTime() throws IOException {
        try (DaemonProcess daemon = DaemonProcess.start(folder)) {
            MonitorClient monitor = daemon.monitor();
            for (String node : new String[] {"format", "slice", "storage"}) {
                monitor.refused("blockdev-del", "{'node-name':'libvirt-1-" + node + "'}");
            }
            monitor.execute("query-block");
            daemon.quit();
        }
    }

    private static void checkNodes(JsonNode nodes, Path image) {
        assertEquals(2, nodes.size());
        JsonNode format = nodes.get(0);
        JsonNode storage = nodes.get(1);
        assertEquals("libvirt-1-format", format.path("node-name").asString());
        assertEquals("unmap", format.path("detect_zeroes").asString());
        assertEquals("off", storage.path("detect_zeroes").asString());
        assertEquals(image.toString(), storage.path("file").asString());
        for (JsonNode node : nodes) {
            assertEquals(1 << 20, node.path("image").path("virtual-size").asInt(), node::toString);
            assertEquals(0, node.path("write_threshold").asInt(-1), node::toString);
        }
    }
}
