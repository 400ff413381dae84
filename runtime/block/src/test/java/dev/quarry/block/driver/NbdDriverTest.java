package dev.quarry.block.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.Drained;
import dev.quarry.block.Filenames;
import dev.quarry.block.TestGraph;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.export.BlockExports;
import dev.quarry.block.export.ExportDefinition;
import dev.quarry.block.export.NbdServerSettings;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlockdevDetectZeroesOptions;
import dev.quarry.qapi.generated.BlockdevDiscardOptions;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.BlockdevRef;
import dev.quarry.qapi.generated.SocketAddress;
import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** The driver nbd against servers of others and against our own, in the same process too. */
@Timeout(120)
class NbdDriverTest {
    private static final int SIZE = 1 << 20;
    private static final int OPERATIONS = 300;

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nbdkit",
                "nbdkit-plain",
                "nbdkit-blocks",
                "qemu-nbd",
                "qemu-storage-daemon"
            })
    void randomRequestsDoToAServersFileWhatTheyDoToAnArray(String kind) throws Exception {
        Seed seed = Seed.next();
        Path file = sparse(SIZE);
        byte[] model = new byte[SIZE];
        try (OtherServer server = OtherServer.start(kind, folder, file);
                TestGraph graph = new TestGraph();
                BlockBackend disk =
                        graph.writer(
                                graph.add(
                                        BlockDrivers.define(
                                                nbd(server.socket(), server.export())
                                                        .discard(BlockdevDiscardOptions.UNMAP)
                                                        .build())))) {
            assertEquals(SIZE, disk.size());
            sideBySide(disk, model, seed);
            disk.flush();
        }
        assertEquals(-1, Arrays.mismatch(model, Files.readAllBytes(file)), seed::toString);
    }

    /** Four threads, each on a quarter of the disk. */
    private static void sideBySide(BlockBackend disk, byte[] model, Seed seed) throws Exception {
        CompletableFuture<?>[] parts = new CompletableFuture<?>[4];
        for (int i = 0; i < parts.length; i++) {
            int start = i * (SIZE / parts.length);
            Random random = seed.random(i);
            parts[i] =
                    CompletableFuture.runAsync(
                            () -> operate(disk, model, start, random, seed),
                            work -> Thread.ofPlatform().start(work));
        }
        CompletableFuture.allOf(parts).get();
    }

    private static void operate(
            BlockBackend disk, byte[] model, int start, Random random, Seed seed) {
        for (int i = 0; i < OPERATIONS; i++) {
            int length = random.nextInt(1 << (1 + random.nextInt(17)));
            int offset = start + random.nextInt(SIZE / 4 - length + 1);
            step(disk, model, offset, length, random, seed);
        }
    }

    private static void step(
            BlockBackend disk, byte[] model, int offset, int length, Random random, Seed seed) {
        WriteFlags flags = random.nextInt(20) == 0 ? WriteFlags.FUA : WriteFlags.NONE;
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                byte[] data = new byte[length];
                random.nextBytes(data);
                disk.write(offset, ByteBuffer.wrap(data), flags);
                System.arraycopy(data, 0, model, offset, length);
            }
            case 2 -> {
                flags = random.nextBoolean() ? flags : flags.with(WriteFlags.MAY_UNMAP);
                disk.writeZeroes(offset, length, flags);
                Arrays.fill(model, offset, offset + length, (byte) 0);
            }
            case 3 -> discard(disk, model, offset, length);
            case 4 -> status(disk, model, offset, length, seed);
            default ->
                    assertArrayEquals(
                            Arrays.copyOfRange(model, offset, offset + length),
                            read(disk, offset, length),
                            seed::toString);
        }
    }

    /** What a discard leaves is not promised. */
    private static void discard(BlockBackend disk, byte[] model, int offset, int length) {
        disk.discard(offset, length);
        byte[] now = read(disk, offset, length);
        for (int i = 0; i < length; i++) {
            assertTrue(now[i] == 0 || now[i] == model[offset + i], "neither old nor zero");
        }
        System.arraycopy(now, 0, model, offset, length);
    }

    private static void status(BlockBackend disk, byte[] model, int offset, int length, Seed seed) {
        for (int at = offset; at < offset + length; ) {
            var extent = disk.blockStatus(at, offset + length - at, true);
            int end = at + (int) extent.bytes();
            for (int i = at; extent.isZero() && i < end; i++) {
                assertEquals(0, model[i], seed::toString);
            }
            at = end;
        }
    }

    private static byte[] read(BlockBackend disk, long offset, int length) {
        ByteBuffer into = ByteBuffer.allocate(length);
        disk.read(offset, into);
        return into.array();
    }

    // Our own server, in the same process

    @Test
    void aNodeCanBeAClientOfItsOwnService() throws Exception {
        Seed seed = Seed.next();
        Path file = sparse(SIZE);
        byte[] model = new byte[SIZE];
        try (TestGraph graph = new TestGraph();
                BlockExports exports = serving(graph, file)) {
            BlockNode node = graph.add(BlockDrivers.define(nbd(socket(), "x").build()));
            try (BlockBackend disk = graph.writer(node)) {
                sideBySide(disk, model, seed);
                disk.flush();
                try (Drained _ = graph.graph().drain(node)) {
                    assertEquals(0, node.inFlight());
                }
            }
            exports.add(ExportDefinition.of("again", node.name()).asWritable().named("again"));
            BlockNode twice =
                    graph.add(
                            BlockDrivers.define(nbd(socket(), "again").nodeName("twice").build()));
            try (BlockBackend disk = graph.reader(twice)) {
                assertArrayEquals(model, read(disk, 0, SIZE), seed::toString);
            }
            graph.graph().del("twice");
            exports.remove("again", false);
            graph.graph().del(node.name());
        }
        assertEquals(-1, Arrays.mismatch(model, Files.readAllBytes(file)), seed::toString);
    }

    @Test
    void zerosFoundHereAreHolesOnTheServer() throws Exception {
        Path file = Files.write(folder.resolve("disk"), filled(SIZE));
        FileSystemNeeds.zeroRanges(folder);
        try (TestGraph graph = new TestGraph();
                BlockExports _ = serving(graph, file);
                BlockBackend disk =
                        graph.writer(
                                graph.add(
                                        BlockDrivers.define(
                                                nbd(socket(), "x")
                                                        .discard(BlockdevDiscardOptions.UNMAP)
                                                        .detectZeroes(
                                                                BlockdevDetectZeroesOptions.UNMAP)
                                                        .build())))) {
            disk.write(0, ByteBuffer.allocate(128 << 10), WriteFlags.NONE);
            assertEquals(SIZE / 1024 - 128, Disks.allocatedKib(file));
            assertTrue(disk.blockStatus(0, 128 << 10, true).isZero());
            assertTrue(disk.blockStatus(128 << 10, 4096, true).isData());
        }
    }

    @Test
    void aLostServerFailsRequestsAtOnceAndTheNodeStays() throws Exception {
        Path file = sparse(SIZE);
        try (TestGraph graph = new TestGraph()) {
            BlockExports exports = serving(graph, file);
            BlockNode node = graph.add(BlockDrivers.define(nbd(socket(), "x").build()));
            try (BlockBackend disk = graph.writer(node)) {
                exports.close();
                BlockException e = assertThrows(BlockException.class, () -> read(disk, 0, 512));
                assertEquals(Errno.EIO, e.errno());
                ByteBuffer data = ByteBuffer.allocate(512);
                assertThrows(BlockException.class, () -> disk.write(0, data, WriteFlags.NONE));
                assertThrows(BlockException.class, disk::flush);
            }
            assertEquals(SIZE, node.size());
            graph.graph().del(node.name());
        }
    }

    @Test
    void aSilentServerHoldsUpNeitherDrainNorRemovalForLong() throws Exception {
        Path file = sparse(SIZE);
        try (OtherServer server = OtherServer.start("qemu-nbd", folder, file);
                TestGraph graph = new TestGraph();
                BlockExports exports = new BlockExports(graph.graph())) {
            exports.startServer(NbdServerSettings.at(UnixDomainSocketAddress.of(socket())));
            BlockNode node =
                    graph.add(
                            BlockDrivers.define(
                                    nbd(server.socket(), "").reconnectDelay(600L).build()));
            BlockBackend disk = graph.writer(node);
            server.signal("STOP");
            var read = CompletableFuture.supplyAsync(() -> failure(disk));
            while (node.inFlight() == 0) {
                Thread.onSpinWait();
            }
            long begin = System.nanoTime();
            disk.close();
            graph.graph().del(node.name());
            long took = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
            assertTrue(took < 15, () -> took + " s");
            assertEquals(Errno.EIO, read.get().errno());
            server.signal("CONT");
        }
    }

    private static BlockException failure(BlockBackend disk) {
        return assertThrows(BlockException.class, () -> read(disk, 0, 512));
    }

    // What can be set

    @Test
    void aReadOnlyExportMakesANodeReadOnlyOrRefusesIt() throws Exception {
        Path file = sparse(SIZE);
        try (TestGraph graph = new TestGraph();
                BlockExports exports = serving(graph, file)) {
            exports.add(ExportDefinition.of("ro", "file").named("ro"));
            BlockException e =
                    assertThrows(
                            BlockException.class,
                            () -> graph.add(BlockDrivers.define(nbd(socket(), "ro").build())));
            assertEquals(Errno.EACCES, e.errno());
            var options = nbd(socket(), "ro").nodeName("auto").autoReadOnly(true);
            BlockNode automatic = graph.add(BlockDrivers.define(options.build()));
            assertTrue(automatic.isReadOnly());
            assertThrows(BlockException.class, () -> graph.writer(automatic));
            assertThrows(
                    BlockException.class,
                    () ->
                            graph.graph()
                                    .reopen(
                                            List.of(
                                                    BlockDrivers.define(
                                                            options.autoReadOnly(false).build()))));
            assertTrue(automatic.isReadOnly());
            assertEquals(2, exports.query().size());
        }
    }

    @Test
    void namesAreUrisWhereOneSuffices() throws Exception {
        Path file = sparse(SIZE);
        try (TestGraph graph = new TestGraph();
                BlockExports _ = serving(graph, file)) {
            BlockNode node = graph.add(BlockDrivers.define(nbd(socket(), "x").build()));
            assertEquals("nbd+unix:///x?socket=" + socket(), Filenames.of(node));
            BlockNode window =
                    graph.add(
                            BlockDrivers.define(
                                    BlockdevOptions.Raw.builder()
                                            .nodeName("raw")
                                            .offset(512L)
                                            .file(new BlockdevRef.Reference(node.name()))
                                            .build()));
            assertEquals(
                    "json:{\"driver\": \"raw\", \"offset\": 512, \"file\": {\"driver\": \"nbd\","
                            + " \"server.type\": \"unix\", \"server.path\": \""
                            + socket()
                            + "\", \"export\": \"x\"}}",
                    Filenames.of(window));
        }
        assertEquals("nbd://h:10809/x", uri("h", "x"));
        assertEquals("nbd://h:10809", uri("h", ""));
        assertEquals("nbd://[::1]:10809", uri("::1", ""));
        assertNull(
                NbdOptions.read(
                                tcp(
                                        SocketAddress.Inet.builder().host("h").port("1").ipv6(true),
                                        ""))
                        .name());
    }

    @Test
    void anImageMayNameABackingFileOnAServer() throws Exception {
        TestNeeds.tools("qemu-img");
        Path file = Files.write(folder.resolve("disk"), filled(SIZE));
        Path overlay = folder.resolve("overlay");
        try (TestGraph graph = new TestGraph();
                BlockExports _ = serving(graph, file)) {
            String backing = "nbd+unix:///x?socket=" + socket();
            Process made =
                    new ProcessBuilder(
                                    List.of(
                                            "qemu-img",
                                            "create",
                                            "-q",
                                            "-f",
                                            "qcow2",
                                            "-F",
                                            "raw",
                                            "-b",
                                            backing,
                                            overlay.toString()))
                            .inheritIO()
                            .start();
            assertEquals(0, made.waitFor());
            BlockNode node =
                    graph.add(
                            BlockDrivers.define(
                                    BlockdevOptions.Qcow2.builder()
                                            .nodeName("top")
                                            .file(
                                                    new BlockdevRef.Definition(
                                                            BlockdevOptions.File.builder()
                                                                    .filename(overlay.toString())
                                                                    .build()))
                                            .build()));
            assertEquals(backing, Filenames.of(Objects.requireNonNull(node.backing()).node()));
            try (BlockBackend disk = graph.reader(node)) {
                assertArrayEquals(filled(SIZE), read(disk, 0, SIZE));
            }
        }
    }

    @Test
    void urisAreReadAsTheyAreWritten() {
        for (String name : List.of("nbd://h:10809/x", "nbd://[::1]:7", "nbd+unix:///a?socket=/b")) {
            assertEquals(name, NbdOptions.read(NbdUri.parse(name)).name());
        }
        assertEquals("nbd://h:10809", NbdOptions.read(NbdUri.parse("nbd://h")).name());
        for (String wrong : List.of("nbd://", "nbd+unix:///x", "nbd://a b/x", "nbd://h:x/y")) {
            BlockException e = assertThrows(BlockException.class, () -> NbdUri.parse(wrong));
            assertTrue(e.getMessage().contains(wrong), e.getMessage());
        }
    }

    private static String uri(String host, String export) {
        return String.valueOf(
                NbdOptions.read(tcp(SocketAddress.Inet.builder().host(host).port("10809"), export))
                        .name());
    }

    private static BlockdevOptions.Nbd tcp(SocketAddress.Inet.Builder address, String export) {
        return BlockdevOptions.Nbd.builder()
                .nodeName("c")
                .export(export)
                .server(address.build())
                .build();
    }

    @Test
    void whatCannotBeIsRefusedByNameAndLeavesNothing() throws Exception {
        Path file = sparse(SIZE);
        try (TestGraph graph = new TestGraph();
                BlockExports exports = serving(graph, file)) {
            assertRefused(graph, "no export 'none'", nbd(socket(), "none"));
            assertRefused(graph, "tls-creds", nbd(socket(), "x").tlsCreds("t"));
            assertRefused(graph, "x-dirty-bitmap", nbd(socket(), "x").xDirtyBitmap("qemu:no"));
            assertRefused(graph, "nobody.sock", nbd(folder.resolve("nobody.sock"), "x"));
            assertEquals(1, graph.graph().nodes().size());
            exports.remove("e", false);
        }
    }

    private static void assertRefused(
            TestGraph graph, String word, BlockdevOptions.Nbd.Builder options) {
        BlockException e =
                assertThrows(
                        BlockException.class,
                        () -> graph.add(BlockDrivers.define(options.build())));
        assertTrue(e.getMessage().contains(word), e.getMessage());
    }

    @Test
    void aServerThatComesLateIsWaitedForAsLongAsAsked() throws Exception {
        Path file = sparse(SIZE);
        try (TestGraph graph = new TestGraph()) {
            BlockdevOptions patient = nbd(socket(), "x").openTimeout(60L).build();
            var late = CompletableFuture.supplyAsync(() -> graph.add(BlockDrivers.define(patient)));
            Thread.sleep(100);
            assertFalse(late.isDone());
            try (BlockExports _ = serving(graph, file)) {
                assertEquals(SIZE, late.get().size());
            }
        }
    }

    @Test
    void theSizeIsTheServers() throws Exception {
        Path file = sparse(SIZE + 100);
        try (OtherServer server = OtherServer.start("nbdkit", folder, file);
                TestGraph graph = new TestGraph()) {
            BlockNode node = graph.add(BlockDrivers.define(nbd(server.socket(), "").build()));
            assertEquals(SIZE + 512, node.size());
            try (BlockBackend disk = graph.writer(node)) {
                assertArrayEquals(new byte[512], read(disk, SIZE, 512));
                assertThrows(
                        BlockException.class,
                        () -> disk.write(SIZE, ByteBuffer.allocate(512), WriteFlags.NONE));
                disk.write(SIZE, ByteBuffer.wrap(filled(100)), WriteFlags.NONE);
            }
            assertThrows(BlockException.class, () -> graph.graph().resize(node, 2 * SIZE));
            graph.graph().resize(node, 512);
            assertEquals(SIZE + 512, node.size());
        }
    }

    private BlockdevOptions.Nbd.Builder nbd(Path socket, String export) {
        return BlockdevOptions.Nbd.builder()
                .nodeName("c")
                .export(export)
                .server(SocketAddress.Unix.builder().path(socket.toString()).build());
    }

    private Path socket() {
        return folder.resolve("own.sock");
    }

    /** A server of our own that exports a file as {@code x}. */
    private BlockExports serving(TestGraph graph, Path file) {
        if (graph.graph().find("file") == null) {
            graph.add(
                    BlockDrivers.define(
                            BlockdevOptions.File.builder()
                                    .nodeName("file")
                                    .filename(file.toString())
                                    .discard(BlockdevDiscardOptions.UNMAP)
                                    .build()));
        }
        BlockExports exports = new BlockExports(graph.graph());
        exports.startServer(NbdServerSettings.at(UnixDomainSocketAddress.of(socket())));
        exports.add(ExportDefinition.of("e", "file").asWritable().named("x"));
        return exports;
    }

    private Path sparse(long bytes) throws IOException {
        Path file = folder.resolve("disk");
        try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
            made.setLength(bytes);
        }
        return file;
    }

    private static byte[] filled(int bytes) {
        byte[] content = new byte[bytes];
        Arrays.fill(content, (byte) 0xaa);
        return content;
    }
}
