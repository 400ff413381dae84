package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Info;
import dev.quarry.nbd.NbdProtocol.Option;
import dev.quarry.nbd.NbdProtocol.Reply;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The client's side of the fixed newstyle handshake. */
final class NbdClientHandshake {
    private static final int MAX = NbdProtocol.MAX_PAYLOAD;

    private final NbdInput in;
    private final NbdOutput output;

    private int agreed;
    private boolean structured;
    private int allocationId = -1;
    private int depthId = -1;
    private long size;
    private int flags;
    private int minimumBlock = 1;
    private int maximumPayload = MAX;

    NbdClientHandshake(NbdInput in, NbdOutput output) {
        this.in = in;
        this.output = output;
    }

    /** Agrees on all both sides know and chooses the export. */
    NbdServerInfo choose(String export) throws IOException {
        greet();
        structured = simpleOption(Option.STRUCTURED_REPLY);
        if (structured) {
            setContexts(export);
        }
        if (!go(export)) {
            chooseByName(export);
        }
        return new NbdServerInfo(
                size, flags, minimumBlock, maximumPayload, structured, allocationId, depthId);
    }

    /** Asks for the names of all exports, then leaves. */
    List<String> list() throws IOException {
        greet();
        List<String> names = new ArrayList<>();
        option(Option.LIST, 0);
        for (OptionReply reply = reply(Option.LIST); !reply.isEnd(); reply = reply(Option.LIST)) {
            names.add(NbdText.decode(reply.data(), reply.data().getInt()));
        }
        option(Option.ABORT, 0);
        output.flush();
        return names;
    }

    private void greet() throws IOException {
        ByteBuffer hello = in.take(18);
        if (hello.getLong() != NbdProtocol.HELLO_MAGIC
                || hello.getLong() != NbdProtocol.OPTION_MAGIC) {
            throw new ProtocolException("this is not a newstyle NBD server");
        }
        int offered = hello.getShort();
        if ((offered & NbdProtocol.FIXED_NEWSTYLE) == 0) {
            throw new ProtocolException("the NBD server does not know the fixed newstyle");
        }
        agreed = offered & (NbdProtocol.FIXED_NEWSTYLE | NbdProtocol.NO_ZEROES);
        output.room(4).putInt(agreed);
    }

    private ByteBuffer option(int code, int bytes) throws IOException {
        ByteBuffer out = output.room(16 + bytes);
        return out.putLong(NbdProtocol.OPTION_MAGIC).putInt(code).putInt(bytes);
    }

    /** Sends an option without payload; whether the server agrees. */
    private boolean simpleOption(int code) throws IOException {
        option(code, 0);
        return reply(code).type() == Reply.ACK;
    }

    private void setContexts(String export) throws IOException {
        byte[] name = NbdText.encode(export);
        byte[] allocation = NbdText.encode(NbdContexts.ALLOCATION);
        byte[] depth = NbdText.encode(NbdContexts.DEPTH);
        int bytes = 16 + name.length + allocation.length + depth.length;
        ByteBuffer out = option(Option.SET_META_CONTEXT, bytes);
        out.putInt(name.length).put(name).putInt(2);
        out.putInt(allocation.length).put(allocation).putInt(depth.length).put(depth);
        OptionReply reply = reply(Option.SET_META_CONTEXT);
        while (reply.type() == Reply.META_CONTEXT) {
            takeContext(reply.data());
            reply = reply(Option.SET_META_CONTEXT);
        }
    }

    private void takeContext(ByteBuffer data) {
        int id = data.getInt();
        String name = NbdText.decode(data, data.remaining());
        if (name.equals(NbdContexts.ALLOCATION)) {
            allocationId = id;
        } else if (name.equals(NbdContexts.DEPTH)) {
            depthId = id;
        }
    }

    /** Chooses the export; false when the server does not know this option. */
    private boolean go(String export) throws IOException {
        byte[] name = NbdText.encode(export);
        ByteBuffer out = option(Option.GO, 8 + name.length);
        out.putInt(name.length).put(name).putShort((short) 1).putShort((short) Info.BLOCK_SIZE);
        OptionReply reply = reply(Option.GO);
        while (reply.type() == Reply.INFO) {
            takeInfo(reply.data());
            reply = reply(Option.GO);
        }
        if (reply.type() != Reply.ACK && reply.type() != Reply.ERR_UNSUP) {
            throw new NbdException(
                    NbdError.EINVAL,
                    "the NBD server refuses export '" + export + "': " + reply.errorText());
        }
        return reply.type() == Reply.ACK;
    }

    private void takeInfo(ByteBuffer data) {
        int item = data.getShort();
        if (item == Info.EXPORT) {
            size = data.getLong();
            flags = Short.toUnsignedInt(data.getShort());
        } else if (item == Info.BLOCK_SIZE) {
            minimumBlock = Math.clamp(data.getInt(), 1, MAX);
            data.getInt(); // the size the server likes best
            maximumPayload = Math.clamp(Integer.toUnsignedLong(data.getInt()), minimumBlock, MAX);
        }
    }

    private void chooseByName(String export) throws IOException {
        byte[] name = NbdText.encode(export);
        option(Option.EXPORT_NAME, name.length).put(name);
        ByteBuffer answer = in.take(10);
        size = answer.getLong();
        flags = Short.toUnsignedInt(answer.getShort());
        if ((agreed & NbdProtocol.NO_ZEROES) == 0) {
            in.skip(124);
        }
    }

    private OptionReply reply(int option) throws IOException {
        ByteBuffer header = in.take(20);
        if (header.getLong() != NbdProtocol.OPTION_REPLY_MAGIC || header.getInt() != option) {
            throw new ProtocolException("the NBD server's reply is not one to option " + option);
        }
        int type = header.getInt();
        int bytes = header.getInt();
        if (bytes < 0 || bytes > in.capacity()) {
            throw new ProtocolException("the NBD server's reply has " + bytes + " bytes");
        }
        byte[] data = new byte[bytes];
        in.take(bytes).get(data);
        return new OptionReply(type, ByteBuffer.wrap(data));
    }

    /** One reply to an option. */
    private record OptionReply(int type, ByteBuffer data) {
        boolean isEnd() {
            return type == Reply.ACK || (type & Reply.ERROR) != 0;
        }

        String errorText() {
            String text = NbdText.decode(data, data.remaining());
            return text.isEmpty() ? "error 0x%08x".formatted(type) : text;
        }
    }
}
