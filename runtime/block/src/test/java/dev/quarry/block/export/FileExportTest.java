package dev.quarry.block.export;

import static dev.quarry.block.driver.RawDriver.Window.ALL;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockNode;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.DetectZeroes;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.TestGraph;
import dev.quarry.block.driver.FileDriver;
import dev.quarry.block.driver.FileSettings;
import dev.quarry.block.driver.RawDriver;
import dev.quarry.nbd.NbdClient;
import dev.quarry.nbd.NbdError;
import dev.quarry.nbd.NbdException;
import dev.quarry.nbd.NbdExtent;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What clients do to an export over a file, seen in the file. */
@Timeout(120)
class FileExportTest {
    private static final int SIZE = 1 << 20;
    private static final int PART = 64 << 10;
    private static final GivenOptions DETECTING =
            GivenOptions.named("f").withUnmap(true).withDetectZeroes(DetectZeroes.UNMAP);
    private static final long SEED = Long.getLong("seed", System.nanoTime());

    @TempDir Path folder;

    private final TestGraph graph = new TestGraph();
    private final BlockExports exports = new BlockExports(graph.graph());
    private UnixDomainSocketAddress address;
    private Path file;

    @BeforeEach
    void start() throws IOException {
        byte[] full = new byte[SIZE];
        Arrays.fill(full, (byte) 0xaa);
        file = Files.write(folder.resolve("x.raw"), full);
        address = UnixDomainSocketAddress.of(folder.resolve("nbd.sock"));
        exports.startServer(NbdServerSettings.at(address));
    }

    @AfterEach
    void stop() {
        exports.close();
        graph.close();
    }

    private BlockNode fileNode(GivenOptions options) {
        return graph.add(FileDriver.define(options, FileSettings.of(file.toString())));
    }

    /** A raw node named r over the file node f, as the catalogue's row 62 has it. */
    private BlockNode rawOverUnmappingFile() {
        BlockNode below = fileNode(GivenOptions.named("f").withUnmap(true));
        ChildDefinition child = ChildDefinition.reference("file", RawDriver.roles(ALL), "f");
        graph.add(RawDriver.define(GivenOptions.named("r"), ALL, child));
        exports.add(ExportDefinition.of("e", "r").asWritable());
        return below;
    }

    /** The space the file takes, as the node tells it. */
    private static long kibibytes(BlockNode file) {
        return file.driver().allocatedBytes() >> 10;
    }

    @Test
    void zeroesMayPunchHolesBelowWhateverTheExportedNodesDiscardSays() throws IOException {
        BlockNode below = rawOverUnmappingFile();
        long full = kibibytes(below);
        try (NbdClient client = NbdClient.connect(address, "r")) {
            client.writeZeroes(0, PART, false, false, false);
            assertEquals(full, kibibytes(below), "NO_HOLE keeps the space");
            client.writeZeroes(PART, PART, true, false, false);
            assertEquals(full - 64, kibibytes(below), "zeroes that may unmap");
            client.trim(2 * PART, PART);
            assertEquals(full - 64, kibibytes(below), "a trim is for the node to ignore");
            assertEquals(
                    List.of(
                            NbdExtent.allocation(2 * PART, true, true),
                            NbdExtent.allocation(SIZE - 2 * PART, false, false)),
                    client.extents(0, SIZE));
        }
    }

    @Test
    void fastZeroesSucceedOrFailAtOnceAndNeverWriteData() throws IOException {
        fileNode(GivenOptions.named("f").withUnmap(true));
        exports.add(ExportDefinition.of("e", "f").asWritable());
        try (NbdClient client = NbdClient.connect(address, "f")) {
            client.writeZeroes(0, PART, true, true, false);
            assertTrue(client.extent(0, PART).isZero());
        }
    }

    @Test
    void plainZeroesPunchHolesWhereTheNodeDetectsThem() throws IOException {
        BlockNode node = fileNode(DETECTING);
        exports.add(ExportDefinition.of("e", "f").asWritable());
        try (NbdClient client = NbdClient.connect(address, "f")) {
            client.write(0, ByteBuffer.allocate(SIZE), false);
            client.flush();
        }
        assertEquals(0, kibibytes(node));
        assertArrayEquals(new byte[SIZE], Files.readAllBytes(file));
    }

    @Test
    void requestsThatMakeNoSenseAreAllEinval() throws IOException {
        fileNode(GivenOptions.named("f"));
        exports.add(ExportDefinition.of("e", "f"));
        try (NbdClient client = NbdClient.connect(address, "f")) {
            refused(() -> client.read(SIZE, ByteBuffer.allocate(1)));
            refused(() -> client.write(0, ByteBuffer.allocate(1), false));
            refused(() -> client.extents(SIZE, 1));
            client.read(SIZE - 1, ByteBuffer.allocate(1));
        }
    }

    private static void refused(Runnable request) {
        NbdException e = assertThrows(NbdException.class, request::run);
        assertEquals(NbdError.EINVAL, e.error(), e.getMessage());
    }

    @Test
    void anOddFileIsRoundedUpAndGrowsWithAWriteIntoItsLastSector() throws IOException {
        Files.write(file, new byte[1000]);
        fileNode(GivenOptions.named("f"));
        exports.add(ExportDefinition.of("e", "f").asWritable());
        try (NbdClient client = NbdClient.connect(address, "f")) {
            assertEquals(1024, client.size());
            client.write(1000, ByteBuffer.wrap(new byte[24]), true);
            assertEquals(1024, Files.size(file));
        }
    }

    @Test
    void fourClientsWithRandomRequestsLeaveTheFileAsAnArrayWouldBe() throws Exception {
        fileNode(DETECTING);
        exports.add(ExportDefinition.of("e", "f").asWritable());
        byte[] model = Files.readAllBytes(file);
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int part = i;
            Thread client = Thread.ofPlatform().unstarted(() -> runRandom(part, model));
            client.setUncaughtExceptionHandler((t, e) -> failures.add(e));
            client.start();
            clients.add(client);
        }
        for (Thread client : clients) {
            client.join();
        }
        assertTrue(failures.isEmpty(), () -> "seed " + SEED + ": " + failures);
        assertArrayEquals(model, Files.readAllBytes(file), () -> "seed " + SEED);
    }

    /** Each client has a quarter of the file, so that the order among them does not matter. */
    private void runRandom(int part, byte[] model) {
        int quarter = SIZE / 4;
        Random random = new Random(SEED + part);
        try (NbdClient client = NbdClient.connect(address, "f")) {
            for (int i = 0; i < 500; i++) {
                int bytes = random.nextInt(1 << (1 + random.nextInt(17)));
                int offset = part * quarter + random.nextInt(quarter - bytes + 1);
                step(client, random, model, offset, bytes);
            }
            client.flush();
        }
    }

    private static void step(NbdClient client, Random random, byte[] model, int offset, int bytes) {
        switch (random.nextInt(5)) {
            case 0 -> {
                client.writeZeroes(offset, bytes, random.nextBoolean(), false, false);
                Arrays.fill(model, offset, offset + bytes, (byte) 0);
            }
            case 1 -> {
                client.trim(offset, bytes);
                Arrays.fill(model, offset, offset + bytes, (byte) 0);
            }
            case 2, 3 -> {
                byte[] data = new byte[bytes];
                if (random.nextInt(4) > 0) {
                    random.nextBytes(data);
                }
                client.write(offset, ByteBuffer.wrap(data), random.nextInt(50) == 0);
                System.arraycopy(data, 0, model, offset, bytes);
            }
            default -> {
                ByteBuffer got = ByteBuffer.allocate(bytes);
                client.read(offset, got);
                byte[] expected = Arrays.copyOfRange(model, offset, offset + bytes);
                assertArrayEquals(expected, got.array(), () -> "seed " + SEED);
            }
        }
    }
}
