package dev.quarry.nbd;

import static dev.quarry.nbd.NbdProtocol.Command.BLOCK_STATUS;
import static dev.quarry.nbd.NbdProtocol.Command.CACHE;
import static dev.quarry.nbd.NbdProtocol.Command.DISC;
import static dev.quarry.nbd.NbdProtocol.Command.FLUSH;
import static dev.quarry.nbd.NbdProtocol.Command.READ;
import static dev.quarry.nbd.NbdProtocol.Command.TRIM;
import static dev.quarry.nbd.NbdProtocol.Command.WRITE;
import static dev.quarry.nbd.NbdProtocol.Command.WRITE_ZEROES;
import static dev.quarry.nbd.NbdProtocol.CommandFlag.DF;
import static dev.quarry.nbd.NbdProtocol.CommandFlag.FAST_ZERO;
import static dev.quarry.nbd.NbdProtocol.CommandFlag.FUA;
import static dev.quarry.nbd.NbdProtocol.CommandFlag.NO_HOLE;
import static dev.quarry.nbd.NbdProtocol.CommandFlag.REQ_ONE;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Requests and replies byte by byte. */
@Timeout(60)
class TransmissionTest {
    private static final int SIZE = 1 << 20;
    private static final int EINVAL = NbdError.EINVAL;

    @TempDir Path folder;

    private final MemoryDisk disk = new MemoryDisk(SIZE);
    private NbdServer server;
    private RawClient client;

    @BeforeEach
    void start() throws IOException {
        NbdExport rw = new NbdExport("rw", null, disk, true, true);
        server = TestServer.unix(folder, rw, TestServer.readOnly("ro", disk));
        client = new RawClient(server.address()).greet(3);
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        server.close();
    }

    @Test
    void everyRequestThatMakesNoSenseIsAnsweredEinvalAndTheConnectionLives() throws IOException {
        client.go("rw");
        refused(READ, 0, SIZE, 1);
        refused(READ, 0, SIZE - 511, 512);
        refused(READ, 0, -1, 1);
        refused(READ, 0, Long.MIN_VALUE, 1);
        refused(READ, 0, Long.MAX_VALUE, 4);
        refused(READ, 0, 0, (32 << 20) + 1);
        refused(CACHE, 0, 0, (32 << 20) + 1);
        refused(WRITE_ZEROES, 0, SIZE - 1, 2);
        refused(TRIM, 0, 1, SIZE);
        refused(READ, DF, 0, 1);
        refused(READ, NO_HOLE, 0, 1);
        refused(TRIM, FAST_ZERO, 0, 1);
        refused(FLUSH, 1 << 15, 0, 0);
        refused(8, 0, 0, 0);
        refused(99, 0, 0, 0);
        refused(65535, 0, 0, 0);
        refused(BLOCK_STATUS, 0, 0, 512);
        accepted(FLUSH, 0, 0, 0);
    }

    @Test
    void everyCommandTakesFua() throws IOException {
        client.go("rw");
        accepted(FLUSH, FUA, 0, 0);
        accepted(TRIM, FUA, 0, 4096);
        accepted(WRITE_ZEROES, FUA | NO_HOLE | FAST_ZERO, 0, 4096);
        accepted(CACHE, FUA, 0, 4096);
        accepted(READ, FUA, 0, 0);
        assertEquals(3, disk.flushes(), "flush, trim and read");
        assertEquals(1, disk.fuaWrites());
    }

    @Test
    void aRefusedWriteIsReadPastToItsEnd() throws IOException {
        client.go("ro");
        client.request(WRITE, 0, 1, 0, 100_000);
        client.send(new byte[100_000]);
        assertEquals(EINVAL, client.simpleError(1));
        refused(WRITE_ZEROES, 0, 0, 512);
        refused(TRIM, 0, 0, 512);
        accepted(FLUSH, 0, 0, 0);
    }

    @Test
    void anOversizedWriteIsAnsweredAndEndsTheConnection() throws IOException {
        client.go("rw");
        client.request(WRITE, 0, 7, 0, (32 << 20) + 1);
        assertEquals(EINVAL, client.simpleError(7));
        assertTrue(client.isEnded());
    }

    @Test
    void aWrongMagicEndsTheConnection() throws IOException {
        client.go("rw");
        client.send(new byte[28]);
        assertTrue(client.isEnded());
    }

    @Test
    void aDisconnectIsAnsweredByClosing() throws IOException {
        client.go("rw");
        client.request(FLUSH, 0, 1, 0, 0);
        client.request(DISC, 0, 2, 0, 0);
        assertEquals(0, client.simpleError(1), "requests before it are answered");
        assertTrue(client.isEnded());
    }

    @Test
    void nothingAtTheVeryEndIsFine() throws IOException {
        client.go("rw");
        accepted(READ, 0, SIZE, 0);
        accepted(WRITE, 0, SIZE, 0);
        accepted(WRITE_ZEROES, 0, SIZE, 0);
        accepted(TRIM, 0, SIZE, 0);
    }

    @Test
    void manyRequestsInOneSegmentAreAllAnsweredInOrder() throws IOException {
        client.go("rw");
        ByteBuffer all = ByteBuffer.allocate(50 * (28 + 4096));
        for (int i = 0; i < 50; i++) {
            new NbdRequest(0, WRITE, i, i * 4096L, 4096).encode(all, NbdForm.SIMPLE);
            all.put(filled(4096, i + 1));
        }
        client.send(all.flip());
        for (int i = 0; i < 50; i++) {
            assertEquals(0, client.simpleError(i));
        }
        client.request(READ, 0, 99, 49 * 4096L, 4096);
        assertEquals(0, client.simpleError(99));
        assertArrayEquals(filled(4096, 50), client.take(4096).array());
    }

    @Test
    void structuredReadsTellHoles() throws IOException {
        disk.write(8192, ByteBuffer.wrap(filled(4096, 5)), false);
        client.structured().go("rw");
        client.request(READ, 0, 1, 4096, 16384);
        expectHole(client.chunk(1), 4096, 4096, false);
        RawClient.Chunk data = client.chunk(1);
        assertEquals(NbdProtocol.Chunk.OFFSET_DATA, data.type());
        assertEquals(8192, data.data().getLong());
        assertEquals(4096, data.data().remaining());
        expectHole(client.chunk(1), 12288, 8192, true);
    }

    @Test
    void aReadThatMustNotBeCutIsOneDataChunk() throws IOException {
        client.structured().go("rw");
        client.request(READ, DF, 1, 0, 8192);
        RawClient.Chunk data = client.chunk(1);
        assertTrue(data.last());
        assertEquals(NbdProtocol.Chunk.OFFSET_DATA, data.type());
        assertEquals(8 + 8192, data.data().remaining());
    }

    @Test
    void aStructuredReadOfNothingIsAnEmptyChunk() throws IOException {
        client.structured().go("rw");
        client.request(READ, DF, 1, 0, 0);
        RawClient.Chunk none = client.chunk(1);
        assertTrue(none.last());
        assertEquals(NbdProtocol.Chunk.NONE, none.type());
    }

    @Test
    void structuredErrorsCarryAText() throws IOException {
        client.structured().go("rw");
        client.request(WRITE_ZEROES, 0, 9, SIZE, 1);
        RawClient.Chunk error = client.chunk(9);
        assertTrue(error.last());
        assertEquals(NbdProtocol.Chunk.ERROR, error.type());
        assertEquals(EINVAL, error.data().getInt());
        assertEquals(error.data().getShort(), error.data().remaining());
        assertTrue(error.data().remaining() > 10, "words");
        accepted(WRITE_ZEROES, 0, 0, 4096);
    }

    @Test
    void blockStatusTellsEachContextInTheOrderOfItsNumber() throws IOException {
        disk.write(4096, ByteBuffer.wrap(filled(8192, 5)), false);
        client.structured();
        select("rw", "qemu:allocation-depth", "base:allocation");
        client.go("rw");
        client.request(BLOCK_STATUS, 0, 1, 0, SIZE);
        RawClient.Chunk base = client.chunk(1);
        assertFalse(base.last());
        expectExtents(base, 0, 4096, 3, 8192, 0, SIZE - 12288, 3);
        RawClient.Chunk depth = client.chunk(1);
        assertTrue(depth.last());
        expectExtents(depth, 1, 4096, 0, 8192, 1, SIZE - 12288, 0);
    }

    @Test
    void blockStatusCanBeAskedForOneExtent() throws IOException {
        disk.write(0, ByteBuffer.wrap(filled(4096, 5)), false);
        client.structured();
        select("rw", "base:allocation");
        client.go("rw");
        client.request(BLOCK_STATUS, REQ_ONE, 1, 100, 8192);
        expectExtents(client.chunk(1), 0, 3996, 0);
        client.request(BLOCK_STATUS, REQ_ONE, 2, 8192, 100);
        expectExtents(client.chunk(2), 0, 100, 3);
        client.request(BLOCK_STATUS, 0, 3, 0, 0);
        assertEquals(NbdProtocol.Chunk.ERROR, client.chunk(3).type());
    }

    @Test
    void contextsSelectedForAnotherExportDoNotCount() throws IOException {
        client.structured();
        select("ro", "base:allocation");
        client.go("rw");
        client.request(BLOCK_STATUS, 0, 1, 0, 512);
        assertEquals(NbdProtocol.Chunk.ERROR, client.chunk(1).type());
    }

    private void select(String export, String... queries) throws IOException {
        ByteBuffer payload = ByteBuffer.allocate(1000);
        put(payload, export);
        payload.putInt(queries.length);
        for (String query : queries) {
            put(payload, query);
        }
        byte[] bytes = new byte[payload.position()];
        payload.flip().get(bytes);
        client.option(NbdProtocol.Option.SET_META_CONTEXT, bytes);
        while (client.reply().type() != NbdProtocol.Reply.ACK) {}
    }

    private static void put(ByteBuffer out, String text) {
        out.putInt(text.length()).put(text.getBytes(StandardCharsets.UTF_8));
    }

    private void refused(int type, int flags, long offset, long length) throws IOException {
        client.request(type, flags, 17, offset, length);
        assertEquals(EINVAL, client.simpleError(17), "command " + type);
    }

    private void accepted(int type, int flags, long offset, long length) throws IOException {
        client.request(type, flags, 18, offset, length);
        assertEquals(0, client.simpleError(18), "command " + type);
    }

    private static void expectHole(RawClient.Chunk chunk, long offset, int bytes, boolean last) {
        assertEquals(NbdProtocol.Chunk.OFFSET_HOLE, chunk.type());
        assertEquals(offset, chunk.data().getLong());
        assertEquals(bytes, chunk.data().getInt());
        assertEquals(last, chunk.last());
    }

    private static void expectExtents(RawClient.Chunk chunk, int context, int... numbers) {
        assertEquals(NbdProtocol.Chunk.BLOCK_STATUS, chunk.type());
        assertEquals(context, chunk.data().getInt());
        int[] told = new int[numbers.length];
        chunk.data().asIntBuffer().get(told);
        assertArrayEquals(numbers, told);
        assertEquals(numbers.length * 4, chunk.data().remaining());
    }

    private static byte[] filled(int bytes, int value) {
        byte[] all = new byte[bytes];
        java.util.Arrays.fill(all, (byte) value);
        return all;
    }
}
