package dev.quarry.block.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockEvents;
import dev.quarry.block.BlockException;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.MemoryDriver;
import dev.quarry.block.TestGraph;
import dev.quarry.nbd.NbdClient;
import dev.quarry.nbd.NbdError;
import dev.quarry.nbd.NbdException;
import dev.quarry.nbd.NbdExtent;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Adding, removing and asking for exports; the server they live on. */
@Timeout(60)
class BlockExportsTest {
    private static final int SIZE = 1 << 20;

    @TempDir Path folder;

    private final List<String> deleted = Collections.synchronizedList(new ArrayList<>());
    private final BlockEvents events =
            new BlockEvents() {
                @Override
                public void exportDeleted(String id) {
                    deleted.add(id);
                }
            };
    private final TestGraph graph = new TestGraph(events);
    private final MemoryDriver driver = new MemoryDriver(SIZE);
    private final BlockExports exports = new BlockExports(graph.graph());
    private UnixDomainSocketAddress address;

    @BeforeEach
    void start() {
        address = UnixDomainSocketAddress.of(folder.resolve("nbd.sock"));
        graph.add(driver.definition("n"));
        exports.startServer(NbdServerSettings.at(address));
    }

    @AfterEach
    void stop() {
        exports.close();
        graph.close();
    }

    @Test
    void aWritableExportReachesTheNodeWithEveryKindOfRequest() {
        exports.add(ExportDefinition.of("e", "n").asWritable().named("x"));
        try (NbdClient client = NbdClient.connect(address, "x")) {
            assertEquals(SIZE, client.size());
            client.write(4096, filled(8192, 7), true);
            client.writeZeroes(4096, 4096, true, true, false);
            client.flush();
            assertEquals(
                    List.of(
                            NbdExtent.allocation(8192, true, true),
                            NbdExtent.allocation(4096, false, false),
                            NbdExtent.allocation(SIZE - 12288, true, true)),
                    client.extents(0, SIZE));
        }
        byte[] expected = new byte[SIZE];
        Arrays.fill(expected, 8192, 12288, (byte) 7);
        assertArrayEquals(expected, driver.content());
        assertTrue(isStable(), "FUA and FLUSH reach the disk");
        assertTrue(
                driver.log().contains("zero 4096+4096 may-unmap+no-fallback"),
                driver.log()::toString);
    }

    @Test
    void aWritethroughExportMakesEveryWriteStable() {
        exports.add(new ExportDefinition("e", "n", true, true, null, null, false));
        try (NbdClient client = NbdClient.connect(address, "n")) {
            client.write(0, filled(512, 1), false);
        }
        assertTrue(isStable(), driver.log()::toString);
    }

    private boolean isStable() {
        return driver.log().stream().anyMatch(l -> l.equals("sync") || l.contains("fua"));
    }

    @Test
    void errorsOfTheNodeReachTheClientWithTheirTextAndNumber() {
        exports.add(ExportDefinition.of("e", "n").asWritable());
        try (NbdClient client = NbdClient.connect(address, "n")) {
            NbdException e =
                    assertThrows(NbdException.class, () -> client.write(SIZE, filled(1, 1), false));
            assertEquals(NbdError.EINVAL, e.error());
        }
    }

    @Test
    void exportsAreToldTheNewestFirst() {
        exports.add(ExportDefinition.of("e1", "n"));
        exports.add(ExportDefinition.of("e2", "n").named("second"));
        assertEquals(
                List.of(new ExportInfo("e2", "n", false), new ExportInfo("e1", "n", false)),
                exports.query());
        assertEquals(List.of("n", "second"), NbdClient.list(address));
    }

    @Test
    void whatCannotBeExportedIsRefusedNamingTheParameter() {
        graph.add(new MemoryDriver(SIZE).definition(GivenOptions.named("ro").withReadOnly(true)));
        exports.add(ExportDefinition.of("e", "n"));
        refused("id", ExportDefinition.of("1e", "n").named("y"));
        refused("id", ExportDefinition.of("", "n").named("y"));
        refused("id", ExportDefinition.of("e", "n").named("y"));
        refused("name", ExportDefinition.of("f", "n"));
        refused("name", ExportDefinition.of("f", "n").named("x".repeat(4097)));
        refused("description", new ExportDefinition("f", "n", false, false, "y", LONG, false));
        refused("nope", ExportDefinition.of("f", "nope"));
        refused("writable", ExportDefinition.of("f", "ro").asWritable());
        assertEquals(1, exports.query().size());
        exports.add(ExportDefinition.of("f", "ro").named(""));
        NbdClient.connect(address, "").close();
    }

    private static final String LONG = "d".repeat(4097);

    private void refused(String named, ExportDefinition definition) {
        BlockException e = assertThrows(BlockException.class, () -> exports.add(definition));
        assertTrue(e.getMessage().contains("'" + named + "'"), e.getMessage());
    }

    @Test
    void aNodeIsInUseWhileItIsExportedAndFreeWhenTheRemovalReturns() {
        for (int round = 0; round < 20; round++) {
            exports.add(ExportDefinition.of("e", "n"));
            BlockException e = assertThrows(BlockException.class, () -> graph.graph().del("n"));
            assertTrue(e.getMessage().contains("e"), e.getMessage());
            exports.remove("e", round % 2 == 0);
            assertEquals("e", deleted.getLast());
            graph.graph().del("n");
            graph.add(new MemoryDriver(SIZE).definition("n"));
        }
        assertEquals(20, deleted.size());
    }

    @Test
    void anExportInUseIsRemovedOnlyTheHardWay() {
        exports.add(ExportDefinition.of("e", "n"));
        try (NbdClient client = NbdClient.connect(address, "n")) {
            assertThrows(BlockException.class, () -> exports.remove("e", false));
            client.flush();
            exports.remove("e", true);
            assertThrows(NbdException.class, client::flush);
        }
        assertEquals(List.of("e"), deleted);
        assertEquals(List.of(), exports.query());
        assertThrows(BlockException.class, () -> exports.remove("e", true));
    }

    @Test
    void thereIsOneServerAndItCanStartAgain() {
        NbdServerSettings same = NbdServerSettings.at(address);
        assertThrows(BlockException.class, () -> exports.startServer(same));
        exports.add(ExportDefinition.of("e1", "n"));
        exports.add(ExportDefinition.of("e2", "n").named("x"));
        exports.stopServer();
        assertEquals(List.of("e1", "e2"), deleted);
        assertFalse(Files.exists(address.getPath()));
        assertNull(exports.serverAddress());
        assertThrows(BlockException.class, exports::stopServer);
        assertThrows(BlockException.class, () -> exports.add(ExportDefinition.of("e", "n")));
        exports.startServer(same);
        exports.add(ExportDefinition.of("e1", "n"));
        NbdClient.connect(address, "n").close();
    }

    @Test
    void aServerThatCannotListenLeavesNoServer() {
        exports.stopServer();
        Path nowhere = folder.resolve("none").resolve("nbd.sock");
        NbdServerSettings bad = NbdServerSettings.at(UnixDomainSocketAddress.of(nowhere));
        BlockException e = assertThrows(BlockException.class, () -> exports.startServer(bad));
        assertTrue(e.getMessage().contains("nbd.sock"), e.getMessage());
        exports.startServer(NbdServerSettings.at(address));
    }

    @Test
    void removalAndStopWithBusyClientsAreClean() throws InterruptedException {
        for (int round = 0; round < 10; round++) {
            exports.add(ExportDefinition.of("e", "n").asWritable());
            AtomicBoolean ended = new AtomicBoolean();
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                clients.add(Thread.ofPlatform().start(() -> writeUntilCutOff(ended)));
            }
            Thread.sleep(20);
            if (round % 2 == 0) {
                exports.remove("e", true);
            } else {
                exports.stopServer();
                exports.startServer(NbdServerSettings.at(address));
            }
            ended.set(true);
            driver.clearLog();
            for (Thread client : clients) {
                client.join(10_000);
                assertFalse(client.isAlive());
            }
            assertEquals(List.of(), driver.log(), "nothing reaches the disk afterwards");
        }
    }

    private void writeUntilCutOff(AtomicBoolean ended) {
        try (NbdClient client = NbdClient.connect(address, "n")) {
            while (!ended.get()) {
                client.write(0, filled(1000, 1), false);
            }
        } catch (NbdException cutOff) {
            assertFalse(cutOff.getMessage().isEmpty());
        }
    }

    private static ByteBuffer filled(int bytes, int value) {
        byte[] all = new byte[bytes];
        Arrays.fill(all, (byte) value);
        return ByteBuffer.wrap(all);
    }
}
