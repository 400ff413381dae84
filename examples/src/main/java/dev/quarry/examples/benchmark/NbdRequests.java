package dev.quarry.examples.benchmark;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Requests without payload, several in flight, by the plainest client that the NBD protocol allows:
 * the export by its name, simple replies. (Sections "Fixed newstyle negotiation" and "Transmission"
 * of the protocol's document.)
 */
final class NbdRequests implements AutoCloseable {
    private static final long OPTION_MAGIC = 0x49484156454F5054L;
    private static final int REQUEST_MAGIC = 0x25609513;
    private static final int REPLY_MAGIC = 0x67446698;
    private static final int OPTION_EXPORT_NAME = 1;
    private static final int FIXED_NEWSTYLE_NO_ZEROES = 3;
    private static final int REQUEST_BYTES = 28;

    /** A kind of request: its number in the protocol, and its flags. */
    enum Kind {
        TRIM(4, 0),
        WRITE_ZEROES(6, 0),
        WRITE_ZEROES_NO_HOLE(6, 2);

        private final int number;
        private final int flags;

        Kind(int number, int flags) {
            this.number = number;
            this.flags = flags;
        }
    }

    private final SocketChannel socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final ByteBuffer request = ByteBuffer.allocate(REQUEST_BYTES);

    private NbdRequests(Path path) throws IOException {
        this.socket = SocketChannel.open(UnixDomainSocketAddress.of(path));
        this.in = new DataInputStream(Channels.newInputStream(socket));
        this.out = new DataOutputStream(Channels.newOutputStream(socket));
    }

    /**
     * Requests a second over the disk's first {@code span} bytes, in order, {@code depth} in
     * flight.
     */
    static double rate(Export export, Kind kind, int bytes, int depth, long span) {
        try (NbdRequests requests = new NbdRequests(export.socket())) {
            requests.choose(export.name());
            int count = Math.toIntExact(span / bytes);
            long start = System.nanoTime();
            requests.run(kind, bytes, depth, count);
            return count * 1e9 / (System.nanoTime() - start);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void choose(String name) throws IOException {
        in.readLong();
        expect(in.readLong() == OPTION_MAGIC, "the server is no newstyle one");
        in.readShort();
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer option = ByteBuffer.allocate(20 + bytes.length);
        option.putInt(FIXED_NEWSTYLE_NO_ZEROES).putLong(OPTION_MAGIC);
        option.putInt(OPTION_EXPORT_NAME).putInt(bytes.length).put(bytes);
        out.write(option.array());
        in.readLong();
        in.readShort();
    }

    private void run(Kind kind, int bytes, int depth, int count) throws IOException {
        int sent = 0;
        for (int answered = 0; answered < count; answered++) {
            for (; sent < count && sent - answered < depth; sent++) {
                send(kind, sent, bytes);
            }
            expect(in.readInt() == REPLY_MAGIC, "the server's reply is no simple one");
            int error = in.readInt();
            expect(error == 0, kind + " fails with error " + error);
            in.readLong();
        }
    }

    private void send(Kind kind, int number, int bytes) throws IOException {
        request.clear();
        request.putInt(REQUEST_MAGIC).putShort((short) kind.flags).putShort((short) kind.number);
        request.putLong(number).putLong((long) number * bytes).putInt(bytes);
        out.write(request.array());
    }

    private static void expect(boolean holds, String otherwise) throws IOException {
        if (!holds) {
            throw new IOException(otherwise);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
