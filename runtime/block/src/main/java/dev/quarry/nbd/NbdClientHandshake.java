package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Info;
import dev.quarry.nbd.NbdProtocol.Option;
import dev.quarry.nbd.NbdProtocol.Reply;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The client's side of the fixed newstyle handshake. It believes nothing that does not fit: a reply
 * that is too short or too long, sizes that cannot be, lists without end are errors.
 */
final class NbdClientHandshake {
    private static final int MAX = NbdProtocol.MAX_PAYLOAD;

    /** Most names that are taken of a server's list. */
    private static final int MOST_NAMES = 10_000;

    /** Largest smallest block, in bytes: a request of one block has to fit everywhere. */
    private static final int LARGEST_MINIMUM = 64 << 10;

    private final NbdInput in;
    private final NbdOutput output;
    private final List<String> contexts;

    private int agreed;
    private NbdForm form = NbdForm.SIMPLE;
    private int allocationId = -1;
    private int depthId = -1;
    private long size;
    private int flags;
    private int minimumBlock;
    private int preferredBlock;
    private int maximumPayload = MAX;

    /**
     * @param contexts the metadata contexts to ask for; the first one tells extents
     */
    NbdClientHandshake(NbdInput in, NbdOutput output, List<String> contexts) {
        this.in = in;
        this.output = output;
        this.contexts = contexts;
    }

    /** Agrees on all both sides know and chooses the export. */
    NbdServerInfo choose(String export) throws IOException {
        greet();
        form = agreeOnForm();
        if (form.isStructured()) {
            setContexts(export);
        }
        if (!go(export)) {
            chooseByName(export);
        }
        if (size < 0) {
            throw new ProtocolException("an export of " + Long.toUnsignedString(size) + " bytes");
        }
        return new NbdServerInfo(
                size,
                flags,
                minimumBlock,
                preferredBlock,
                maximumPayload,
                form,
                allocationId,
                depthId);
    }

    /** Asks for the names of all exports, then leaves. */
    List<String> list() throws IOException {
        greet();
        List<String> names = new ArrayList<>();
        option(Option.LIST, 0);
        for (OptionReply reply = reply(Option.LIST); !reply.isEnd(); reply = reply(Option.LIST)) {
            names.add(listed(reply.data()));
            if (names.size() > MOST_NAMES) {
                throw new ProtocolException("more than " + MOST_NAMES + " exports");
            }
        }
        option(Option.ABORT, 0);
        output.flush();
        return names;
    }

    private static String listed(ByteBuffer data) throws ProtocolException {
        int bytes = data.remaining() < 4 ? -1 : data.getInt();
        if (bytes < 0 || bytes > data.remaining()) {
            throw new ProtocolException("an export whose name is longer than its reply");
        }
        return NbdText.decode(data, bytes);
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

    private NbdForm agreeOnForm() throws IOException {
        if (simpleOption(Option.EXTENDED_HEADERS)) {
            return NbdForm.EXTENDED;
        }
        return simpleOption(Option.STRUCTURED_REPLY) ? NbdForm.STRUCTURED : NbdForm.SIMPLE;
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
        List<byte[]> queries = contexts.stream().map(NbdText::encode).toList();
        int bytes = queries.stream().mapToInt(query -> 4 + query.length).sum();
        ByteBuffer out = option(Option.SET_META_CONTEXT, 8 + name.length + bytes);
        out.putInt(name.length).put(name).putInt(queries.size());
        queries.forEach(query -> out.putInt(query.length).put(query));
        OptionReply reply = reply(Option.SET_META_CONTEXT);
        while (reply.type() == Reply.META_CONTEXT) {
            takeContext(reply.data());
            reply = reply(Option.SET_META_CONTEXT);
        }
    }

    private void takeContext(ByteBuffer data) throws ProtocolException {
        requireBytes(data, 4);
        int id = data.getInt();
        if (id < 0) {
            throw new ProtocolException("a metadata context with the number " + id);
        }
        String name = NbdText.decode(data, data.remaining());
        if (name.equals(contexts.getFirst())) {
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

    private void takeInfo(ByteBuffer data) throws ProtocolException {
        requireBytes(data, 2);
        int item = data.getShort();
        if (item == Info.EXPORT) {
            requireBytes(data, 10);
            size = data.getLong();
            flags = Short.toUnsignedInt(data.getShort());
        } else if (item == Info.BLOCK_SIZE) {
            requireBytes(data, 12);
            takeBlockSizes(data.getInt(), data.getInt(), data.getInt());
        }
    }

    private void takeBlockSizes(int minimum, int preferred, int maximum) throws ProtocolException {
        boolean possible = Integer.bitCount(minimum) == 1 && minimum <= LARGEST_MINIMUM;
        boolean fits = Integer.compareUnsigned(maximum, minimum) >= 0;
        if (!possible || minimum < 0 || !fits) {
            throw new ProtocolException(
                    "blocks of %s to %s bytes"
                            .formatted(
                                    Integer.toUnsignedString(minimum),
                                    Integer.toUnsignedString(maximum)));
        }
        minimumBlock = minimum;
        preferredBlock = preferred;
        maximumPayload = (int) Math.min(Integer.toUnsignedLong(maximum), MAX) & -minimum;
    }

    private static void requireBytes(ByteBuffer data, int bytes) throws ProtocolException {
        if (data.remaining() < bytes) {
            throw new ProtocolException("a reply to an option ends too early");
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
