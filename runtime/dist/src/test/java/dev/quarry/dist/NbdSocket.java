package dev.quarry.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/**
 * The smallest NBD client that knows what was acknowledged: fixed newstyle, simple replies, one
 * thread. Written for the tests apart from Quarry's own client, so that they check each other.
 */
final class NbdSocket implements AutoCloseable {
    private static final long IHAVEOPT = 0x49484156454F5054L;
    private static final long OPTION_REPLY = 0x3e889045565a9L;
    private static final int SIMPLE_REPLY = 0x67446698;
    private static final int GO = 7;
    private static final int ACK = 1;
    private static final int INFO = 3;

    private final SocketChannel channel;
    private long size;

    private NbdSocket(SocketChannel channel) {
        this.channel = channel;
    }

    static NbdSocket unix(Path socket, String export) throws IOException {
        return open(UnixDomainSocketAddress.of(socket), export);
    }

    static NbdSocket tcp(int port, String export) throws IOException {
        return open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), export);
    }

    /** Connects and negotiates; the export is ready for requests. */
    static NbdSocket open(SocketAddress address, String export) throws IOException {
        var socket = new NbdSocket(SocketChannel.open(address));
        try {
            socket.negotiate(export);
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Size of the export in bytes. */
    long size() {
        return size;
    }

    /** The connection, for a test that sends what no client should. */
    SocketChannel channel() {
        return channel;
    }

    byte[] read(long offset, int length) throws IOException {
        return single(NbdRequest.read(offset, length));
    }

    void write(int flags, long offset, byte[] data) throws IOException {
        single(NbdRequest.write(flags, offset, data));
    }

    void flush() throws IOException {
        single(NbdRequest.flush());
    }

    /** Performs one request that must succeed; returns the data of a read. */
    byte[] single(NbdRequest request) throws IOException {
        return batch(List.of(request), (at, error) -> requireSuccess(request, error)).getFirst();
    }

    /**
     * Sends all requests at once and takes their replies meanwhile, in whatever order they come,
     * telling {@code onReply} the index of each and its error number. Returns the data of the
     * reads.
     *
     * <p>Whoever only sent until everything is sent might wait for ever, for a server that waits
     * until its replies are taken.
     */
    List<byte[]> batch(List<NbdRequest> requests, BiConsumer<Integer, Integer> onReply)
            throws IOException {
        CompletableFuture<Void> sent =
                CompletableFuture.runAsync(
                        () -> sendAll(requests), task -> Thread.ofVirtual().start(task));
        List<byte[]> data = new ArrayList<>(Collections.nCopies(requests.size(), new byte[0]));
        for (int left = requests.size(); left > 0; left--) {
            ByteBuffer reply = receive(16);
            require(reply.getInt() == SIMPLE_REPLY, "reply magic");
            int error = reply.getInt();
            int at = (int) reply.getLong();
            NbdRequest request = requests.get(at);
            if (request.type() == NbdRequest.READ && error == 0) {
                data.set(at, receive(request.length()).array());
            }
            onReply.accept(at, error);
        }
        sent.join();
        return data;
    }

    private void sendAll(List<NbdRequest> requests) {
        try {
            for (int at = 0; at < requests.size(); at++) {
                send(requests.get(at).encode(at));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static void requireSuccess(NbdRequest request, int error) {
        if (error != 0) {
            throw new AssertionError("NBD error " + error + " for " + request);
        }
    }

    private void negotiate(String export) throws IOException {
        receive(18);
        byte[] name = export.getBytes(UTF_8);
        send(ByteBuffer.allocate(4).putInt(3).flip());
        var option = ByteBuffer.allocate(16 + 6 + name.length).putLong(IHAVEOPT).putInt(GO);
        option.putInt(6 + name.length).putInt(name.length).put(name).putShort((short) 0);
        send(option.flip());
        while (takeOptionReply() != ACK) {
            require(size >= 0, "size of the export");
        }
    }

    private int takeOptionReply() throws IOException {
        ByteBuffer reply = receive(20);
        require(reply.getLong() == OPTION_REPLY, "option reply magic");
        require(reply.getInt() == GO, "option of the reply");
        int type = reply.getInt();
        ByteBuffer data = receive(reply.getInt());
        require(
                type > 0,
                "negotiation: " + Integer.toHexString(type) + UTF_8.decode(data.duplicate()));
        if (type == INFO && data.getShort() == 0) {
            size = data.getLong();
        }
        return type;
    }

    private void send(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private ByteBuffer receive(int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new EOFException("the server closed the connection");
            }
        }
        return bytes.flip();
    }

    private static void require(boolean holds, String what) throws IOException {
        if (!holds) {
            throw new IOException("unexpected " + what);
        }
    }
}
