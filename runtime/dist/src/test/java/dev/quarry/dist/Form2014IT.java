package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Path;

/** {@code blockdev-add} as it was when detect-zeroes was new, and {@code query-block} after it. */
@Timeout(60)
class Form2014IT {
    @TempDir private Path folder;
    private DaemonProcess daemon;

    @BeforeEach
    void start() throws IOException {
        SparseFile.create(folder.resolve("a.raw"), 1 << 20);
        daemon = DaemonProcess.start(folder);
    }

    @AfterEach
    void end() {
        daemon.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"off", "on", "unmap"})
    void aDriveIsAddedShownAndRemovedByItsId(String mode) {
        add(options("drive0", "'discard':'unmap','detect-zeroes':'" + mode + "',"));
        JsonNode device = queryBlock().get(0);
        assertEquals("drive0", device.path("device").asString());
        assertEquals("unknown", device.path("type").asString());
        assertFalse(device.path("locked").asBoolean(true));
        assertTrue(device.path("removable").asBoolean(false));
        JsonNode inserted = device.path("inserted");
        assertEquals(mode, inserted.path("detect_zeroes").asString());
        assertEquals("raw", inserted.path("drv").asString());
        assertEquals("a.raw", inserted.path("file").asString());
        assertEquals(1 << 20, inserted.path("image").path("virtual-size").asInt());
        assertTrue(inserted.path("node-name").asString().startsWith("#block"), device::toString);
        daemon.monitor().execute("blockdev-del", "{'id':'drive0'}");
        assertEquals(0, queryBlock().size());
        assertEquals(0, daemon.monitor().nodeNames().size());
    }

    @Test
    void theValuesAServiceHonoursAreTaken() {
        add(
                options(
                        "d",
                        "'rerror':'report','werror':'enospc','aio':'threads',"
                                + "'cache':{'writeback':true,'direct':false,'no-flush':false},"));
        assertEquals(1, queryBlock().size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'rerror':'stop', | rerror",
                "'werror':'report', | werror",
                "'cache':{'writeback':false}, | cache.writeback",
                "'detect-zeroes':'unmap', | detect-zeroes",
                "'detect-zeroes':'unmap', | discard",
                "'bogus':1, | bogus",
            })
    void whatItDoesNotHonourIsRefusedByNameAndLeavesNothing(String extra, String name) {
        JsonNode error = refused(options("d", extra));
        assertEquals("GenericError", error.path("class").asString());
        assertTrue(error.path("desc").asString().contains(name), error::toString);
        assertEquals(0, daemon.monitor().nodeNames().size());
        add(options("d", ""));
    }

    @Test
    void anIdIsNeededAtTheTopAndRefusedBelow() {
        assertTrue(
                refused("{'driver':'null-co'}").path("desc").asString().contains("'id'"),
                "the missing id is named");
        JsonNode nested =
                refused(
                        "{'id':'d','driver':'raw','file':{'driver':'file','id':'e',"
                                + "'filename':'a.raw'}}");
        assertTrue(nested.path("desc").asString().contains("'file.id'"), nested::toString);
    }

    @Test
    void idsAndNodeNamesAreOneNamespace() {
        add("{'id':'x','node-name':'n','driver':'null-co'}");
        refused("{'id':'x','driver':'null-co'}");
        refused("{'id':'n','driver':'null-co'}");
        refused("{'id':'y','node-name':'x','driver':'null-co'}");
        MonitorClient monitor = daemon.monitor();
        monitor.refused("blockdev-add", "{'driver':'null-co','node-name':'x'}");
        monitor.execute("blockdev-del", "{'node-name':'n'}");
        monitor.execute("blockdev-add", "{'driver':'null-co','node-name':'x'}");
    }

    @Test
    void bothFormsStandSideBySideInTheOrderOfCreation() {
        MonitorClient monitor = daemon.monitor();
        add("{'id':'old','driver':'null-co'}");
        monitor.execute("blockdev-add", "{'driver':'null-co','node-name':'new'}");
        monitor.execute("blockdev-add", "{'driver':'raw','node-name':'top','file':'new'}");
        JsonNode devices = queryBlock();
        assertEquals("old", devices.path(0).path("device").asString());
        assertEquals("top", devices.path(1).path("device").asString(), "'new' is a child now");
        assertEquals(2, devices.size());
        monitor.execute("blockdev-del", "{'node-name':'top'}");
        assertEquals("new", queryBlock().path(1).path("device").asString());
    }

    @Test
    void unknownDevicesAreNamed() {
        JsonNode error = daemon.monitor().refused("blockdev-del", "{'id':'nope'}");
        assertTrue(error.path("desc").asString().contains("nope"), error::toString);
    }

    private static String options(String id, String extra) {
        return "{'id':'"
                + id
                + "','driver':'raw',"
                + extra
                + "'file':{'driver':'file','filename':'a.raw'}}";
    }

    private JsonNode queryBlock() {
        return daemon.monitor().execute("query-block");
    }

    private void add(String options) {
        daemon.monitor().execute("blockdev-add", "{'options':" + options + "}");
    }

    private JsonNode refused(String options) {
        return daemon.monitor().refused("blockdev-add", "{'options':" + options + "}");
    }
}
