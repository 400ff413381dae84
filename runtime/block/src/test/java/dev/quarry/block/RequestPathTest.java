package dev.quarry.block;

import static dev.quarry.block.WriteFlags.FUA;
import static dev.quarry.block.WriteFlags.MAY_UNMAP;
import static dev.quarry.block.WriteFlags.NONE;
import static dev.quarry.block.WriteFlags.NO_FALLBACK;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.posix.Errno;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** What a driver is asked, request by request. */
class RequestPathTest {
    private static final int SIZE = 1 << 20;
    private static final BlockLimits SECTORS =
            BlockLimits.BYTES
                    .withFlags(NONE, MAY_UNMAP.with(NO_FALLBACK))
                    .withRequestAlignment(512, 1);

    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final TestGraph graph =
            new TestGraph(
                    new BlockEvents() {
                        @Override
                        public void writeThreshold(String node, long over, long threshold) {
                            events.add(node + " " + over + " " + threshold);
                        }
                    });
    private final MemoryDriver driver = new MemoryDriver(filled(SIZE));

    @AfterEach
    void close() {
        graph.close();
    }

    @Test
    void alignedRequestsReachTheDriverAsTheyAre() {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS);
        disk.write(512, ByteBuffer.allocate(1024), NONE);
        disk.read(0, ByteBuffer.allocate(512));
        assertEquals(List.of("write 512+1024", "read 0+512"), driver.log());
        disk.close();
    }

    @Test
    void oddWriteReadsBothEdgesAndWritesOnce() {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS);
        disk.write(1000, ByteBuffer.allocate(2000), NONE);
        assertEquals(List.of("read 512+512", "read 2560+512", "write 512+2560"), driver.log());
        assertZeroed(1000, 3000);
        disk.close();
    }

    @Test
    void oddWriteInsideOneBlockReadsItOnce() {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS);
        disk.write(1030, ByteBuffer.allocate(10), NONE);
        assertEquals(List.of("read 1024+512", "write 1024+512"), driver.log());
        assertZeroed(1030, 1040);
        disk.close();
    }

    @Test
    void oddReadIsPadded() {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS);
        ByteBuffer read = ByteBuffer.allocate(100);
        disk.read(1000, read);
        assertEquals(List.of("read 512+1024"), driver.log());
        assertArrayEquals(Arrays.copyOfRange(filled(SIZE), 1000, 1100), read.array());
        disk.close();
    }

    @Test
    void requestsAreSplitAtTheMaximum() {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS.withMaxTransfer(4096 + 100));
        disk.write(0, ByteBuffer.allocate(10_240), NONE);
        disk.read(0, ByteBuffer.allocate(8192));
        assertEquals(
                List.of(
                        "write 0+4096",
                        "write 4096+4096",
                        "write 8192+2048",
                        "read 0+4096",
                        "read 4096+4096"),
                driver.log());
        disk.close();
    }

    @Test
    void stableWriteIsFollowedByOneFlushIfTheDriverCannot() {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS.withMaxTransfer(512));
        disk.write(0, ByteBuffer.allocate(1024), FUA);
        assertEquals(List.of("write 0+512", "write 512+512", "flush", "sync"), driver.log());
        disk.close();
    }

    @Test
    void stableWriteIsLeftToADriverThatCan() {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS.withFlags(FUA, NONE));
        disk.write(0, ByteBuffer.allocate(512), FUA);
        assertEquals(List.of("write 0+512 fua"), driver.log());
        disk.close();
    }

    @Test
    void flushSyncsOnlyWhatWasWrittenSince() {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS);
        disk.flush();
        disk.write(0, ByteBuffer.allocate(512), NONE);
        disk.flush();
        disk.flush();
        assertEquals(List.of("flush", "write 0+512", "flush", "sync", "flush"), driver.log());
        disk.close();
    }

    @Test
    void noFlushNeverSyncs() {
        BlockBackend disk = open(GivenOptions.NONE.withCache(null, true), SECTORS);
        disk.write(0, ByteBuffer.allocate(512), FUA);
        disk.flush();
        assertEquals(List.of("write 0+512", "flush", "flush"), driver.log());
        disk.close();
    }

    // Zero detection

    @Test
    void zerosBecomeOneZeroWriteBeforeSplitting() {
        BlockBackend disk = open(detecting(DetectZeroes.ON), SECTORS.withMaxTransfer(512));
        ByteBuffer zeros = ByteBuffer.allocate(8192);
        disk.write(512, zeros, NONE);
        assertEquals(0, zeros.remaining());
        assertEquals(List.of("zero 512+8192"), driver.log());
        assertEquals(1, disk.node().zeroCounters().found());
        assertEquals(8192, disk.node().zeroCounters().foundBytes());
        disk.close();
    }

    @Test
    void modeUnmapLetsTheDriverUnmap() {
        BlockBackend disk = open(detecting(DetectZeroes.UNMAP), SECTORS);
        disk.write(0, ByteBuffer.allocateDirect(4096), NONE);
        assertEquals(List.of("zero 0+4096 may-unmap"), driver.log());
        disk.close();
    }

    @Test
    void oneByteOfDataMakesItAWrite() {
        BlockBackend disk = open(detecting(DetectZeroes.ON), SECTORS);
        for (int at : new int[] {0, 31, 32, 4095}) {
            disk.write(0, ByteBuffer.allocate(4096).put(at, (byte) 1), NONE);
        }
        assertEquals(Collections.nCopies(4, "write 0+4096"), driver.log());
        assertEquals(4, disk.node().zeroCounters().notZero());
        disk.close();
    }

    @Test
    void paddingCountsAsPayload() {
        BlockBackend disk = open(detecting(DetectZeroes.ON), SECTORS);
        disk.write(1000, ByteBuffer.allocate(2000), NONE);
        assertEquals("write 512+2560", driver.log().getLast());
        driver.clearLog();
        disk.write(1000, ByteBuffer.allocate(0), NONE);
        disk.write(512, ByteBuffer.allocate(2560), NONE);
        disk.write(1000, ByteBuffer.allocate(100), NONE);
        assertEquals("zero 512+1024", driver.log().getLast());
        disk.close();
    }

    @Test
    void explicitZeroWriteIsNotUpgraded() {
        BlockBackend disk = open(detecting(DetectZeroes.UNMAP), SECTORS);
        disk.writeZeroes(0, 4096, NONE);
        assertEquals(List.of("zero 0+4096"), driver.log());
        disk.close();
    }

    @Test
    void driverWithoutZeroWriteIsLeftAlone() {
        MemoryDriver plain =
                new MemoryDriver(SIZE) {
                    @Override
                    public boolean hasZeroWrite() {
                        return false;
                    }
                };
        BlockNode node = graph.add(plain.definition(detecting(DetectZeroes.ON).withName("plain")));
        try (BlockBackend disk = graph.writer(node)) {
            disk.write(0, ByteBuffer.allocate(512), NONE);
            assertEquals(List.of("write 0+512"), plain.log());
            assertEquals(1, node.zeroCounters().noZeroWrite());
            assertThrows(BlockException.class, () -> disk.writeZeroes(0, 512, NO_FALLBACK));
            disk.writeZeroes(0, 512, MAY_UNMAP);
            assertEquals("write 0+512", plain.log().getLast());
        }
    }

    // Zero writes and discards

    @Test
    void oddZeroWriteKeepsWhatIsAround() {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS);
        disk.writeZeroes(1000, 2000, NONE);
        assertEquals(
                List.of(
                        "read 512+512",
                        "write 512+512",
                        "zero 1024+1536",
                        "read 2560+512",
                        "write 2560+512"),
                driver.log());
        assertZeroed(1000, 3000);
        disk.close();
    }

    @Test
    void fastZeroWriteOfPartsOfBlocksIsRefused() {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS);
        BlockException refused =
                assertThrows(BlockException.class, () -> disk.writeZeroes(1000, 2000, NO_FALLBACK));
        assertTrue(refused.isNotSupported());
        assertEquals(List.of(), driver.log());
        disk.close();
    }

    @Test
    void zeroWriteIsCutIntoHeadBulkAndTail() {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS.withZeroes(4096, 16_384));
        disk.writeZeroes(512, 40_960, MAY_UNMAP);
        assertEquals(
                List.of(
                        "zero 512+3584 may-unmap",
                        "zero 4096+16384 may-unmap",
                        "zero 20480+16384 may-unmap",
                        "zero 36864+4096 may-unmap",
                        "zero 40960+512 may-unmap"),
                driver.log());
        disk.close();
    }

    @Test
    void flagsTheDriverLacksAreNotShownToIt() {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS.withFlags(NONE, NONE));
        disk.writeZeroes(0, 512, MAY_UNMAP);
        assertEquals(List.of("zero 0+512"), driver.log());
        assertThrows(BlockException.class, () -> disk.writeZeroes(0, 512, NO_FALLBACK));
        disk.close();
    }

    @Test
    void discardIsLeftOutWhereTheNodeIgnoresIt() {
        BlockBackend ignoring = open(GivenOptions.NONE, SECTORS);
        ignoring.discard(0, 4096);
        assertEquals(List.of(), driver.log());
        ignoring.close();
    }

    @Test
    void discardIsCutAtTheDriversAlignment() {
        BlockBackend disk =
                open(GivenOptions.NONE.withUnmap(true), SECTORS.withDiscard(4096, 8192));
        disk.discard(512, 16_384);
        assertEquals(
                List.of(
                        "discard 512+3584",
                        "discard 4096+8192",
                        "discard 12288+4096",
                        "discard 16384+512"),
                driver.log());
        disk.close();
    }

    // Limits of the node

    @Test
    void backendRefusesWhatIsOutside() {
        BlockBackend disk = open(GivenOptions.NONE.withUnmap(true), SECTORS);
        for (long[] range : new long[][] {{-1, 1}, {SIZE, 1}, {SIZE - 1, 2}, {Long.MAX_VALUE, 1}}) {
            assertEio(() -> disk.write(range[0], ByteBuffer.allocate((int) range[1]), NONE));
            assertEio(() -> disk.read(range[0], ByteBuffer.allocate((int) range[1])));
            assertEio(() -> disk.writeZeroes(range[0], range[1], NONE));
            assertEio(() -> disk.discard(range[0], range[1]));
            assertEio(() -> disk.blockStatus(range[0], range[1], true));
        }
        disk.write(SIZE, ByteBuffer.allocate(0), NONE);
        assertEquals(List.of(), driver.log());
        disk.close();
    }

    @Test
    void writerWithoutPermissionIsRefused() {
        BlockNode node = graph.add(driver.definition("n"));
        try (BlockBackend disk = graph.reader(node)) {
            BlockException refused =
                    assertThrows(
                            BlockException.class,
                            () -> disk.write(0, ByteBuffer.allocate(1), NONE));
            assertEquals(Errno.EPERM, refused.errno());
        }
    }

    @Test
    void thresholdIsToldOnceAndIsOffThen() {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS);
        disk.node().setWriteThreshold(65_536);
        disk.write(0, ByteBuffer.allocate(65_536), NONE);
        assertEquals(List.of(), events);
        disk.writeZeroes(65_536, 65_536, NONE);
        disk.write(131_072, ByteBuffer.allocate(512), NONE);
        assertEquals(List.of("n 65536 65536"), events);
        assertEquals(0, disk.node().writeThreshold());
        disk.close();
    }

    @Test
    void readsPastTheEndOfAChildAreZeros() {
        BlockNode node = graph.add(driver.definition("n"));
        BlockChild edge;
        try (BlockBackend disk = graph.writer(node)) {
            edge = new BlockChild("file", ChildRole.IMAGE, disk, node);
            ByteBuffer read = ByteBuffer.allocate(1024);
            edge.read(SIZE - 512, read);
            assertEquals(filled(SIZE)[SIZE - 1], read.get(511));
            assertEquals(0, read.get(512));
        }
    }

    @Test
    void drainedNodeHoldsRequestsBack() throws InterruptedException {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS);
        Thread writer;
        try (Drained _ = graph.graph().drain(disk.node())) {
            writer = Thread.ofPlatform().start(() -> disk.write(0, filledSector(), NONE));
            writer.join(50);
            assertTrue(writer.isAlive());
            assertEquals(0, disk.node().inFlight());
            assertEquals(List.of(), driver.log());
        }
        writer.join();
        assertEquals(List.of("write 0+512"), driver.log());
        disk.close();
    }

    @Test
    void closedBackendRefusesEveryRequest() {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS);
        disk.close();
        for (Executable request :
                List.<Executable>of(
                        () -> disk.write(0, filledSector(), NONE),
                        () -> disk.read(0, filledSector()),
                        disk::flush,
                        () -> disk.truncate(0))) {
            BlockException refused = assertThrows(BlockException.class, request);
            assertEquals(Errno.ESHUTDOWN, refused.errno());
        }
        assertEquals(List.of(), driver.log());
        disk.close();
    }

    @Test
    void backendOpenedOnADrainedNodeWaitsToo() throws InterruptedException {
        BlockBackend disk = open(GivenOptions.NONE, SECTORS);
        Thread writer;
        try (Drained _ = graph.graph().drain(disk.node())) {
            BlockBackend late = graph.writer(disk.node());
            writer = Thread.ofPlatform().start(() -> late.write(0, filledSector(), NONE));
            writer.join(30);
            assertTrue(writer.isAlive());
        }
        writer.join();
        assertEquals(List.of("write 0+512"), driver.log());
        disk.close();
    }

    private BlockBackend open(GivenOptions options, BlockLimits limits) {
        driver.withLimits(limits);
        return graph.writer(graph.add(driver.definition(options.withName("n"))));
    }

    private static GivenOptions detecting(DetectZeroes mode) {
        return GivenOptions.NONE.withUnmap(true).withDetectZeroes(mode);
    }

    private void assertZeroed(int from, int to) {
        byte[] expected = filled(SIZE);
        Arrays.fill(expected, from, to, (byte) 0);
        assertEquals(-1, Arrays.mismatch(expected, driver.content()));
    }

    private static void assertEio(Executable request) {
        assertEquals(Errno.EIO, assertThrows(BlockException.class, request).errno());
    }

    private static ByteBuffer filledSector() {
        return ByteBuffer.wrap(filled(512));
    }

    /** No byte is zero. */
    private static byte[] filled(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i % 251 + 1);
        }
        return bytes;
    }
}
