package dev.quarry.nbd;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Speaks NBD byte by byte, also wrongly. */
final class RawClient implements AutoCloseable {
    private final SocketChannel channel;
    private NbdForm form = NbdForm.SIMPLE;

    RawClient(SocketAddress server) throws IOException {
        channel = SocketChannel.open(server);
    }

    /** Takes the hello and answers with client flags. */
    RawClient greet(int flags) throws IOException {
        ByteBuffer hello = take(18);
        if (hello.getLong() != NbdProtocol.HELLO_MAGIC
                || hello.getLong() != NbdProtocol.OPTION_MAGIC
                || hello.getShort() != 3) {
            throw new IOException("not the hello of a fixed newstyle server");
        }
        send(ByteBuffer.allocate(4).putInt(flags).flip());
        return this;
    }

    void option(int code, byte[] payload) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(16 + payload.length);
        out.putLong(NbdProtocol.OPTION_MAGIC).putInt(code).putInt(payload.length).put(payload);
        send(out.flip());
    }

    /** Takes one reply to an option. */
    OptionReply reply() throws IOException {
        ByteBuffer header = take(20);
        if (header.getLong() != NbdProtocol.OPTION_REPLY_MAGIC) {
            throw new IOException("not a reply to an option");
        }
        int option = header.getInt();
        int type = header.getInt();
        return new OptionReply(option, type, take(header.getInt()));
    }

    /** Chooses an export with GO, taking all replies. */
    RawClient go(String export) throws IOException {
        byte[] name = export.getBytes(StandardCharsets.UTF_8);
        ByteBuffer payload = ByteBuffer.allocate(6 + name.length);
        payload.putInt(name.length).put(name).putShort((short) 0);
        option(NbdProtocol.Option.GO, payload.array());
        OptionReply reply = reply();
        while (reply.type() == NbdProtocol.Reply.INFO) {
            reply = reply();
        }
        if (reply.type() != NbdProtocol.Reply.ACK) {
            throw new IOException("GO was refused");
        }
        return this;
    }

    RawClient structured() throws IOException {
        option(NbdProtocol.Option.STRUCTURED_REPLY, new byte[0]);
        if (reply().type() != NbdProtocol.Reply.ACK) {
            throw new IOException("structured replies were refused");
        }
        return this;
    }

    RawClient extended() throws IOException {
        option(NbdProtocol.Option.EXTENDED_HEADERS, new byte[0]);
        if (reply().type() != NbdProtocol.Reply.ACK) {
            throw new IOException("extended headers were refused");
        }
        form = NbdForm.EXTENDED;
        return this;
    }

    void request(int type, int flags, long cookie, long offset, long length) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(form.requestBytes());
        new NbdRequest(flags, type, cookie, offset, length).encode(out, form);
        send(out.flip());
    }

    /** The error of a simple reply, whose cookie must fit. */
    int simpleError(long cookie) throws IOException {
        ByteBuffer reply = take(16);
        if (reply.getInt() != NbdProtocol.SIMPLE_REPLY_MAGIC) {
            throw new IOException("not a simple reply");
        }
        int error = reply.getInt();
        if (reply.getLong() != cookie) {
            throw new IOException("a reply to another request");
        }
        return error;
    }

    /** Takes one chunk of a structured reply. */
    Chunk chunk(long cookie) throws IOException {
        ByteBuffer header = take(form.chunkBytes());
        boolean extended = form.isExtended();
        if (header.getInt()
                != (extended
                        ? NbdProtocol.EXTENDED_REPLY_MAGIC
                        : NbdProtocol.STRUCTURED_REPLY_MAGIC)) {
            throw new IOException("not a structured reply");
        }
        int flags = header.getShort();
        int type = Short.toUnsignedInt(header.getShort());
        if (header.getLong() != cookie) {
            throw new IOException("a reply to another request");
        }
        long offset = extended ? header.getLong() : 0;
        int bytes = extended ? (int) header.getLong() : header.getInt();
        return new Chunk(flags == 1, type, offset, take(bytes));
    }

    void send(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    void send(byte[] bytes) throws IOException {
        send(ByteBuffer.wrap(bytes));
    }

    ByteBuffer take(int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the server closed the connection");
            }
        }
        return buffer.flip();
    }

    /** Whether the server has ended the connection and sent nothing before. */
    boolean isEnded() throws IOException {
        try {
            return channel.read(ByteBuffer.allocate(1)) < 0;
        } catch (IOException reset) {
            if (String.valueOf(reset.getMessage()).contains("reset")) {
                return true;
            }
            throw reset;
        }
    }

    void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    record OptionReply(int option, int type, ByteBuffer data) {}

    /**
     * @param offset the request's, with extended headers
     */
    record Chunk(boolean last, int type, long offset, ByteBuffer data) {}
}
