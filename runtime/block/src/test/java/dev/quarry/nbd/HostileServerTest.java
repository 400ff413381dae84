package dev.quarry.nbd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.Seed;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Servers that lie, stutter and never end: a client fails with an error and in time, and keeps no
 * more than it asked for.
 */
@Timeout(120)
class HostileServerTest {
    private static final int ROUNDS = 200;
    private static final int SIZE = 1 << 20;
    private static final Duration LIMIT = Duration.ofMillis(150);

    @TempDir Path folder;

    /** Passes on what a real server says, some of it changed. */
    @Test
    void changedBytesAreErrorsAndNothingElse() throws Exception {
        Seed seed = Seed.next();
        Random random = seed.random("bytes");
        try (NbdServer server =
                TestServer.unix(folder, TestServer.writable("d", new MemoryDisk(SIZE)))) {
            for (int round = 0; round < ROUNDS; round++) {
                try (Forger forger = new Forger(folder, server.address(), random)) {
                    useUp(forger.endpoint(), seed);
                }
            }
        }
    }

    private static void useUp(NbdEndpoint endpoint, Seed seed) {
        try (NbdClient client =
                NbdClient.connect(endpoint, "d", List.of(NbdContexts.ALLOCATION), LIMIT)) {
            var end = NbdClock.after(LIMIT, () -> client.abandon("too late"));
            try {
                request(client);
            } finally {
                end.cancel(false);
            }
        } catch (NbdException expected) {
            assertTrue(!expected.getMessage().isEmpty(), seed::toString);
        }
    }

    private static void request(NbdClient client) {
        if (client.size() < SIZE) {
            return;
        }
        client.write(5000, ByteBuffer.allocate(70_000), false);
        client.read(0, ByteBuffer.allocate(200_000));
        client.extents(0, SIZE);
        client.writeZeroes(0, 4096, true, false, false);
        client.flush();
        client.read(4096, ByteBuffer.allocateDirect(100));
    }

    @Test
    void dataThatComesTwiceDoesNotPassForDataThatDidNotCome() throws IOException {
        ByteBuffer reply = ByteBuffer.allocate(2000);
        chunk(reply, NbdProtocol.Chunk.OFFSET_DATA, 0, 8 + 256).putLong(0).put(new byte[256]);
        chunk(reply, NbdProtocol.Chunk.OFFSET_DATA, 1, 8 + 256).putLong(0).put(new byte[256]);
        assertProtocolError("twice", reply, client -> client.read(0, ByteBuffer.allocate(512)));
    }

    @Test
    void aReadWithAGapFails() throws IOException {
        ByteBuffer reply = ByteBuffer.allocate(2000);
        chunk(reply, NbdProtocol.Chunk.OFFSET_DATA, 1, 8 + 256).putLong(0).put(new byte[256]);
        assertProtocolError("less than", reply, client -> client.read(0, ByteBuffer.allocate(512)));
    }

    @Test
    void anErrorWithoutEndIsCutOff() throws IOException {
        ByteBuffer reply = ByteBuffer.allocate(4000);
        for (int i = 0; i < 100; i++) {
            chunk(reply, NbdProtocol.Chunk.ERROR, 0, 6).putInt(NbdError.EIO).putShort((short) 0);
        }
        assertProtocolError("without end", reply, NbdClient::flush);
    }

    @Test
    void extentsWithoutNumberAreNotKept() throws IOException {
        int count = 2_000_000;
        int bytes = 8 + count * 16;
        ByteBuffer reply = ByteBuffer.allocate(32 + bytes);
        chunk(reply, NbdProtocol.Chunk.BLOCK_STATUS_EXT, 1, bytes).putInt(0).putInt(count);
        while (reply.hasRemaining()) {
            reply.putLong(1).putLong(3);
        }
        try (Liar liar = new Liar(folder, reply.flip());
                NbdClient client = liar.client()) {
            assertTrue(client.extents(0, SIZE).size() < 10_000);
        }
    }

    @Test
    void anExtentOfNoBytesIsAnError() throws IOException {
        ByteBuffer reply = ByteBuffer.allocate(100);
        chunk(reply, NbdProtocol.Chunk.BLOCK_STATUS_EXT, 1, 24).putInt(0).putInt(1);
        reply.putLong(0).putLong(0);
        assertProtocolError("no bytes", reply, client -> client.extents(0, SIZE));
    }

    @Test
    void aSimpleReplyWhereChunksWereAgreedIsAnError() throws IOException {
        ByteBuffer reply = ByteBuffer.allocate(100);
        reply.putInt(NbdProtocol.SIMPLE_REPLY_MAGIC).putInt(0).putLong(1);
        assertProtocolError("magic", reply, NbdClient::flush);
    }

    @Test
    void aReplyToNobodyIsAnError() throws IOException {
        ByteBuffer reply = ByteBuffer.allocate(100);
        chunk(reply, NbdProtocol.Chunk.NONE, 1, 0).putLong(8, 99);
        assertProtocolError("not made", reply, NbdClient::flush);
    }

    private interface Use {
        void of(NbdClient client);
    }

    private void assertProtocolError(String word, ByteBuffer reply, Use use) throws IOException {
        try (Liar liar = new Liar(folder, reply.flip());
                NbdClient client = liar.client()) {
            NbdException e = assertThrows(NbdException.class, () -> use.of(client));
            assertEquals(NbdError.EIO, e.error());
            assertTrue(e.getMessage().contains(word), e.getMessage());
            assertTrue(client.isBroken());
        }
    }

    private static ByteBuffer chunk(ByteBuffer out, int type, int flags, int bytes) {
        out.putInt(NbdProtocol.EXTENDED_REPLY_MAGIC).putShort((short) flags);
        return out.putShort((short) type).putLong(1).putLong(0).putLong(bytes);
    }

    /** A server with one client, on a thread of its own. */
    private abstract static class OneClient implements AutoCloseable {
        private final ServerSocketChannel listener;
        private final UnixDomainSocketAddress address;
        private final Thread thread;

        OneClient(Path folder) throws IOException {
            address = UnixDomainSocketAddress.of(folder.resolve("hostile.sock"));
            Files.deleteIfExists(address.getPath());
            listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            listener.bind(address);
            thread = Thread.ofPlatform().daemon().unstarted(this::run);
        }

        void start() {
            thread.start();
        }

        NbdEndpoint endpoint() {
            return NbdEndpoint.of(address);
        }

        private void run() {
            try (SocketChannel client = listener.accept()) {
                serve(client);
            } catch (IOException gone) {
                return;
            }
        }

        abstract void serve(SocketChannel client) throws IOException;

        @Override
        public void close() throws IOException {
            listener.close();
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Agrees to everything, and answers the first request with what it was given. */
    private static final class Liar extends OneClient {
        private final ByteBuffer reply;

        Liar(Path folder, ByteBuffer reply) throws IOException {
            super(folder);
            this.reply = reply;
            start();
        }

        NbdClient client() {
            return NbdClient.connect(
                    endpoint(), "d", List.of(NbdContexts.ALLOCATION), Duration.ofSeconds(10));
        }

        @Override
        void serve(SocketChannel client) throws IOException {
            NbdOutput output = new NbdOutput(client, ByteBuffer.allocate(1 << 16));
            NbdInput input = new NbdInput(client, ByteBuffer.allocate(1 << 16), output);
            ExportList exports = new ExportList(TestServer.writable("d", new MemoryDisk(SIZE)));
            new NbdHandshake(input, output, exports, true, export -> true).negotiate();
            input.take(NbdForm.EXTENDED.requestBytes());
            while (reply.hasRemaining()) {
                client.write(reply);
            }
            client.shutdownOutput();
            while (client.read(ByteBuffer.allocate(1000)) >= 0) {}
        }
    }

    /** Changes, drops and repeats some of the bytes between a server and its client. */
    private static final class Forger extends OneClient {
        private final SocketAddress server;
        private final Random random;
        private final int honest;

        Forger(Path folder, SocketAddress server, Random random) throws IOException {
            super(folder);
            this.server = server;
            this.random = random;
            this.honest = random.nextInt(400);
            start();
        }

        @Override
        void serve(SocketChannel client) throws IOException {
            try (SocketChannel real = SocketChannel.open(server)) {
                Thread.ofPlatform().daemon().start(() -> forward(client, real));
                ByteBuffer buffer = ByteBuffer.allocate(4096);
                for (long passed = 0; real.read(buffer) >= 0; passed += buffer.limit()) {
                    buffer.flip();
                    if (passed + buffer.limit() > honest) {
                        forge(buffer, (int) Math.max(0, honest - passed));
                    }
                    while (buffer.hasRemaining()) {
                        client.write(buffer);
                    }
                    buffer.clear();
                }
            }
        }

        private void forge(ByteBuffer buffer, int from) {
            int at = from + random.nextInt(buffer.limit() - from);
            switch (random.nextInt(12)) {
                case 0, 1 -> buffer.put(at, (byte) random.nextInt());
                case 2, 3 -> buffer.put(at, (byte) 0xff);
                case 4 -> buffer.limit(Math.max(1, at));
                default -> buffer.put(at, (byte) (buffer.get(at) ^ (1 << random.nextInt(8))));
            }
        }

        private static void forward(SocketChannel client, SocketChannel real) {
            ByteBuffer buffer = ByteBuffer.allocate(4096);
            try {
                while (client.read(buffer) >= 0) {
                    buffer.flip();
                    while (buffer.hasRemaining()) {
                        real.write(buffer);
                    }
                    buffer.clear();
                }
                real.close();
            } catch (IOException gone) {
                return;
            }
        }
    }
}
