package dev.quarry.nbd;

import static dev.quarry.nbd.NbdProtocol.Command.BLOCK_STATUS;
import static dev.quarry.nbd.NbdProtocol.Command.FLUSH;
import static dev.quarry.nbd.NbdProtocol.Command.READ;
import static dev.quarry.nbd.NbdProtocol.Command.TRIM;
import static dev.quarry.nbd.NbdProtocol.Command.WRITE;
import static dev.quarry.nbd.NbdProtocol.Command.WRITE_ZEROES;
import static dev.quarry.nbd.NbdProtocol.CommandFlag.PAYLOAD_LEN;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.util.List;

/** Requests and replies with 64-bit lengths, byte by byte, and by our own client. */
@Timeout(60)
class ExtendedHeadersTest {
    private static final long HUGE = 1L << 50;
    private static final String BASE = "base:allocation";

    @TempDir Path folder;

    private final HugeDisk disk = new HugeDisk();
    private NbdServer server;
    private RawClient client;

    @BeforeEach
    void start() throws IOException {
        server = TestServer.unix(folder, TestServer.writable("huge", disk));
        client = new RawClient(server.address()).greet(3).extended();
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        server.close();
    }

    @Test
    void everyReplyIsAChunkThatRepeatsTheOffset() throws IOException {
        client.go("huge");
        client.request(WRITE, PAYLOAD_LEN, 1, 4096, 3);
        client.send(new byte[] {1, 2, 3});
        expectDone(client.chunk(1), 4096);
        client.request(FLUSH, 0, 2, 0, 0);
        expectDone(client.chunk(2), 0);
        client.request(READ, 0, 3, 4096, 3);
        RawClient.Chunk data = client.chunk(3);
        assertEquals(NbdProtocol.Chunk.OFFSET_DATA, data.type());
        assertEquals(4096, data.offset());
        assertEquals(4096, data.data().getLong());
        assertEquals(3, data.data().remaining());
        assertTrue(data.last());
    }

    @Test
    void zeroWritesTrimsAndBlockStatusTakeAnyLength() throws IOException {
        select();
        client.go("huge");
        client.request(WRITE_ZEROES, 0, 1, 512, HUGE - 512);
        expectDone(client.chunk(1), 512);
        assertEquals(HUGE - 512, disk.zeroed);
        client.request(TRIM, 0, 2, 0, HUGE);
        expectDone(client.chunk(2), 0);
        assertEquals(HUGE, disk.trimmed);
        client.request(BLOCK_STATUS, 0, 3, 0, HUGE);
        ByteBuffer status = client.chunk(3).data();
        assertEquals(0, status.getInt());
        assertEquals(1, status.getInt());
        assertEquals(HUGE, status.getLong());
        assertEquals(3, status.getLong());
        assertEquals(0, status.remaining());
    }

    @Test
    void whatMakesNoSenseIsRefusedAndTheConnectionLives() throws IOException {
        client.go("huge");
        expectRefused(1, TRIM, 0, 1, HUGE);
        expectRefused(2, TRIM, 0, 0, -1);
        expectRefused(3, READ, 0, 0, 1L << 40);
        expectRefused(4, READ, 0, 0, -1);
        client.request(FLUSH, PAYLOAD_LEN, 5, 0, 1000);
        client.send(new byte[1000]);
        assertEquals(NbdProtocol.Chunk.ERROR, client.chunk(5).type());
        client.request(FLUSH, 0, 6, 0, 0);
        expectDone(client.chunk(6), 0);
    }

    @Test
    void anEndlessPayloadEndsTheConnection() throws IOException {
        client.go("huge");
        client.request(WRITE, PAYLOAD_LEN, 1, 0, 1L << 40);
        assertEquals(NbdProtocol.Chunk.ERROR, client.chunk(1).type());
        assertTrue(client.isEnded());
    }

    @Test
    void aRequestInTheShortFormEndsTheConnection() throws IOException {
        client.go("huge");
        ByteBuffer wrong = ByteBuffer.allocate(32);
        new NbdRequest(0, FLUSH, 1, 0, 0).encode(wrong, NbdForm.SIMPLE);
        client.send(wrong.rewind());
        assertTrue(client.isEnded());
    }

    @Test
    void ourClientAsksInOneRequest() {
        try (NbdClient ours = NbdClient.connect(server.address(), "huge")) {
            ours.writeZeroes(0, HUGE, true, false, false);
            ours.trim(0, HUGE);
            assertEquals(1, disk.zeroWrites);
            assertEquals(HUGE, disk.trimmed);
            assertEquals(List.of(NbdExtent.allocation(HUGE, true, true)), ours.extents(0, HUGE));
            ours.write(0, ByteBuffer.wrap(new byte[] {1, 2}), true);
            ours.read(HUGE - 100_000, ByteBuffer.allocate(100_000));
            ours.flush();
        }
    }

    private void select() throws IOException {
        ByteBuffer payload = ByteBuffer.allocate(4 + 4 + 4 + 4 + BASE.length());
        payload.putInt(4).put("huge".getBytes(StandardCharsets.UTF_8)).putInt(1);
        payload.putInt(BASE.length()).put(BASE.getBytes(StandardCharsets.UTF_8));
        client.option(NbdProtocol.Option.SET_META_CONTEXT, payload.array());
        while (client.reply().type() != NbdProtocol.Reply.ACK) {}
    }

    private void expectRefused(long cookie, int type, int flags, long offset, long length)
            throws IOException {
        client.request(type, flags, cookie, offset, length);
        RawClient.Chunk chunk = client.chunk(cookie);
        assertEquals(NbdProtocol.Chunk.ERROR, chunk.type());
        assertEquals(NbdError.EINVAL, chunk.data().getInt());
    }

    private static void expectDone(RawClient.Chunk chunk, long offset) {
        assertEquals(NbdProtocol.Chunk.NONE, chunk.type());
        assertEquals(offset, chunk.offset());
        assertEquals(0, chunk.data().remaining());
        assertTrue(chunk.last());
    }

    /** Reads as data at its beginning only; notes what it is asked. */
    private static final class HugeDisk extends MemoryDisk {
        private volatile long zeroed;
        private volatile int zeroWrites;
        private volatile long trimmed;

        HugeDisk() {
            super(1 << 20);
        }

        @Override
        public long size() {
            return HUGE;
        }

        @Override
        public synchronized void read(long offset, ByteBuffer into) {
            into.position(into.limit());
        }

        @Override
        public synchronized void writeZeroes(
                long offset, long length, boolean mayUnmap, boolean fast, boolean fua) {
            zeroed = length;
            zeroWrites++;
        }

        @Override
        public synchronized void trim(long offset, long length) {
            trimmed = length;
        }

        @Override
        public synchronized NbdExtent extent(long offset, long length) {
            boolean data = offset < 1 << 20 && length <= 1 << 20;
            return NbdExtent.allocation(length, !data, !data);
        }
    }
}
