package dev.quarry.nbd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Starting, stopping, limits, and removal of exports while clients are there. */
@Timeout(60)
class ServerLifeTest {
    @TempDir Path folder;

    private final MemoryDisk disk = new MemoryDisk(1 << 20);
    private final NbdExport export = TestServer.writable("disk", disk);

    @Test
    void aUnixSocketIsRemovedWhenTheServerStops() throws IOException {
        Path path = folder.resolve("nbd.sock");
        TestServer.unix(folder, export).close();
        assertFalse(Files.exists(path));
    }

    @Test
    void aStaleSocketIsReplacedAndALiveOneIsNot() throws IOException {
        SocketAddress address = UnixDomainSocketAddress.of(folder.resolve("nbd.sock"));
        java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX)
                .bind(address)
                .close();
        try (NbdServer server = TestServer.unix(folder, export)) {
            assertThrows(IOException.class, () -> TestServer.unix(folder, export).close());
            assertEquals(List.of("disk"), NbdClient.list(server.address()), "the first lives on");
        }
    }

    @Test
    void aFileThatIsNoSocketIsLeftAlone() throws IOException {
        Path path = Files.writeString(folder.resolve("nbd.sock"), "precious");
        assertThrows(IOException.class, () -> TestServer.unix(folder, export).close());
        assertEquals("precious", Files.readString(path));
    }

    @Test
    void aClientThatDoesNotChooseInTimeIsDropped() throws IOException {
        SocketAddress address = UnixDomainSocketAddress.of(folder.resolve("nbd.sock"));
        Duration limit = Duration.ofMillis(200);
        try (NbdServer server = NbdServer.start(address, new ExportList(export), 0, limit);
                RawClient idle = new RawClient(address).greet(3);
                NbdClient busy = NbdClient.connect(address, "disk")) {
            assertTrue(idle.isEnded());
            busy.flush();
            assertEquals(address, server.address());
        }
    }

    @Test
    void clientsBeyondTheLimitWaitForTheirTurn() throws Exception {
        SocketAddress address = UnixDomainSocketAddress.of(folder.resolve("nbd.sock"));
        Duration limit = Duration.ofSeconds(10);
        try (NbdServer server = NbdServer.start(address, new ExportList(export), 1, limit)) {
            NbdClient first = NbdClient.connect(server.address(), "disk");
            CompletableFuture<NbdClient> second =
                    CompletableFuture.supplyAsync(
                            () -> NbdClient.connect(address, "disk"), ServerLifeTest::start);
            first.flush();
            assertThrows(
                    java.util.concurrent.TimeoutException.class,
                    () -> second.get(200, TimeUnit.MILLISECONDS));
            first.close();
            try (NbdClient client = second.get(10, TimeUnit.SECONDS)) {
                client.flush();
                assertEquals(0, client.flags() & NbdProtocol.ExportFlag.CAN_MULTI_CONN);
            }
        }
    }

    @Test
    void stoppingWithIdleTcpClientsIsSafeAndTheServerCanStartAgain() throws IOException {
        for (int round = 0; round < 3; round++) {
            List<RawClient> idle = new ArrayList<>();
            NbdServer server = TestServer.tcp(export);
            for (int i = 0; i < 20; i++) {
                idle.add(new RawClient(server.address()));
            }
            server.close();
            for (RawClient client : idle) {
                client.close();
            }
        }
        try (NbdServer server = TestServer.tcp(export);
                NbdClient client = NbdClient.connect(server.address(), "disk")) {
            client.flush();
        }
    }

    @Test
    void closingAnExportWaitsForTheRequestThatRuns() throws Exception {
        SlowDisk slow = new SlowDisk();
        NbdExport slowExport = TestServer.writable("slow", slow);
        try (NbdServer server = TestServer.unix(folder, slowExport, export);
                NbdClient other = NbdClient.connect(server.address(), "disk")) {
            NbdClient client = NbdClient.connect(server.address(), "slow");
            CompletableFuture<Void> write =
                    CompletableFuture.runAsync(
                            () -> client.write(0, ByteBuffer.allocate(4096), false),
                            ServerLifeTest::start);
            slow.entered.await();
            CompletableFuture<Void> closed =
                    CompletableFuture.runAsync(slowExport::close, ServerLifeTest::start);
            assertThrows(
                    java.util.concurrent.TimeoutException.class,
                    () -> closed.get(200, TimeUnit.MILLISECONDS));
            slow.mayGo.countDown();
            closed.get(10, TimeUnit.SECONDS);
            assertThrows(java.util.concurrent.ExecutionException.class, write::get);
            assertFalse(slowExport.isInUse());
            other.flush();
            assertThrows(
                    NbdException.class, () -> NbdClient.connect(server.address(), "slow").close());
        }
    }

    @Test
    void aClientThatDoesNotReadItsRepliesHindersNoOneAndCanBeRemoved() throws IOException {
        try (NbdServer server = TestServer.unix(folder, export);
                RawClient stalled = new RawClient(server.address()).greet(3).go("disk")) {
            for (int i = 0; i < 200; i++) {
                stalled.request(NbdProtocol.Command.READ, 0, i, 0, 1 << 20);
            }
            try (NbdClient good = NbdClient.connect(server.address(), "disk")) {
                good.read(0, ByteBuffer.allocate(1 << 20));
            }
            export.close();
            assertFalse(export.isInUse());
        }
    }

    @Test
    void aDiskThatBreaksItsPromiseEndsThatClientOnly() throws IOException {
        MemoryDisk broken =
                new MemoryDisk(4096) {
                    @Override
                    public synchronized void flush() {
                        throw new IllegalStateException("broken on purpose");
                    }
                };
        try (NbdServer server = TestServer.unix(folder, TestServer.writable("b", broken), export);
                NbdClient client = NbdClient.connect(server.address(), "b");
                NbdClient other = NbdClient.connect(server.address(), "disk")) {
            NbdException e = assertThrows(NbdException.class, client::flush);
            assertEquals(NbdError.EIO, e.error());
            other.flush();
        }
    }

    @Test
    void theClientTellsWhatTheServerSays() throws IOException {
        try (NbdServer server = TestServer.unix(folder, TestServer.readOnly("ro", disk))) {
            NbdException none =
                    assertThrows(
                            NbdException.class,
                            () -> NbdClient.connect(server.address(), "nope").close());
            assertTrue(none.getMessage().contains("'nope'"), none.getMessage());
            try (NbdClient client = NbdClient.connect(server.address(), "ro")) {
                assertFalse(client.isWritable());
                NbdException e =
                        assertThrows(
                                NbdException.class,
                                () -> client.write(0, ByteBuffer.allocate(1), false));
                assertEquals(NbdError.EINVAL, e.error());
                assertTrue(e.getMessage().contains("read-only"), e.getMessage());
                assertThrows(NbdException.class, () -> client.trim(0, 1));
                client.flush();
            }
        }
        SocketAddress gone = UnixDomainSocketAddress.of(folder.resolve("gone"));
        NbdException e =
                assertThrows(NbdException.class, () -> NbdClient.connect(gone, "x").close());
        assertEquals(NbdError.EIO, e.error());
        assertTrue(e.getMessage().contains("gone"), e.getMessage());
    }

    @Test
    void aClosedClientFailsClearly() throws IOException {
        try (NbdServer server = TestServer.unix(folder, export)) {
            NbdClient client = NbdClient.connect(server.address(), "disk");
            client.close();
            client.close();
            NbdException e = assertThrows(NbdException.class, client::flush);
            assertTrue(e.getMessage().contains("closed"), e.getMessage());
        }
    }

    private static void start(Runnable work) {
        Thread.ofPlatform().start(work);
    }

    /** Holds every write until it may go. */
    private static final class SlowDisk extends MemoryDisk {
        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch mayGo = new CountDownLatch(1);

        SlowDisk() {
            super(1 << 16);
        }

        @Override
        public synchronized void write(long offset, ByteBuffer from, boolean fua) {
            entered.countDown();
            try {
                assertTrue(mayGo.await(30, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            super.write(offset, from, fua);
        }
    }
}
