package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Chunk;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.function.LongFunction;

/**
 * Takes replies to requests, simple ones and chunks of structured ones, and trusts none of them: a
 * reply that was not asked for, or does not end, is an error. Used by one thread at a time.
 */
final class NbdReplyReader {
    private final NbdInput in;
    private final NbdForm form;
    private final LongFunction<@Nullable NbdPending> pending;

    /**
     * @param form what was agreed; replies of another form are refused
     * @param pending finds the request of a cookie
     */
    NbdReplyReader(NbdInput in, NbdForm form, LongFunction<@Nullable NbdPending> pending) {
        this.in = in;
        this.form = form;
        this.pending = pending;
    }

    /**
     * Takes one message.
     *
     * @return the request whose reply is complete now, or null while more is to come
     * @throws IOException the connection ended, or the two sides no longer agree
     */
    @Nullable NbdPending take() throws IOException {
        int magic = in.take(4).getInt();
        NbdPending complete;
        if (magic == NbdProtocol.SIMPLE_REPLY_MAGIC && !form.isExtended()) {
            complete = simple();
        } else if (magic == chunkMagic() && form.isStructured()) {
            complete = chunk();
        } else {
            throw new ProtocolException("a reply without its magic");
        }
        if (complete != null) {
            complete.requireWhole();
        }
        return complete;
    }

    private NbdPending simple() throws IOException {
        ByteBuffer header = in.take(12);
        int error = header.getInt();
        NbdPending reply = find(header.getLong());
        if (error != 0) {
            reply.fail(NbdException.answered(error, ""));
        } else if (reply.wantsData()) {
            if (form.isStructured()) {
                throw new ProtocolException("a read answered by a simple reply");
            }
            in.fill(reply.part(0, reply.request().length()));
        }
        return reply;
    }

    private int chunkMagic() {
        return form.isExtended()
                ? NbdProtocol.EXTENDED_REPLY_MAGIC
                : NbdProtocol.STRUCTURED_REPLY_MAGIC;
    }

    private @Nullable NbdPending chunk() throws IOException {
        ByteBuffer header = in.take(form.chunkBytes() - Integer.BYTES);
        int flags = header.getShort();
        int type = Short.toUnsignedInt(header.getShort());
        NbdPending reply = find(header.getLong());
        if (form.isExtended() && header.getLong() != reply.request().offset()) {
            throw new ProtocolException("a reply with another offset than its request");
        }
        long bytes = form.isExtended() ? header.getLong() : header.getInt();
        if (bytes < 0 || bytes > NbdProtocol.MAX_PAYLOAD + 8) {
            throw new ProtocolException("a structured reply of " + bytes + " bytes");
        }
        boolean last = (flags & Chunk.DONE) != 0;
        content(reply, type, (int) bytes, last);
        return last ? reply : null;
    }

    private NbdPending find(long cookie) throws ProtocolException {
        NbdPending found = pending.apply(cookie);
        if (found == null) {
            throw new ProtocolException("a reply to request " + cookie + ", which was not made");
        }
        return found;
    }

    private void content(NbdPending reply, int type, int bytes, boolean last) throws IOException {
        switch (type) {
            case Chunk.NONE -> none(bytes, last);
            case Chunk.OFFSET_DATA -> data(reply, bytes);
            case Chunk.OFFSET_HOLE -> hole(reply, bytes);
            case Chunk.BLOCK_STATUS, Chunk.BLOCK_STATUS_EXT -> extents(reply, type, bytes);
            default -> error(reply, type, bytes);
        }
    }

    private static void none(int bytes, boolean last) throws ProtocolException {
        if (bytes != 0 || !last) {
            throw new ProtocolException("an empty chunk that is not empty, or not the last");
        }
    }

    private void data(NbdPending reply, int bytes) throws IOException {
        long offset = in.take(8).getLong();
        in.fill(reply.part(offset - reply.request().offset(), bytes - 8));
    }

    private void hole(NbdPending reply, int bytes) throws IOException {
        requireLength(bytes, 12);
        ByteBuffer hole = in.take(12);
        long offset = hole.getLong();
        long length = Integer.toUnsignedLong(hole.getInt());
        ByteBuffer zeroes = reply.part(offset - reply.request().offset(), length);
        while (zeroes.remaining() >= 8) {
            zeroes.putLong(0);
        }
        while (zeroes.hasRemaining()) {
            zeroes.put((byte) 0);
        }
    }

    private void extents(NbdPending reply, int type, int bytes) throws IOException {
        int head = form.statusBytes();
        int each = form.extentBytes();
        boolean fits = form.isExtended() == (type == Chunk.BLOCK_STATUS_EXT);
        if (!fits || bytes < head + each || (bytes - head) % each != 0) {
            throw new ProtocolException("a block status of " + bytes + " bytes");
        }
        boolean wanted = begin(reply, (bytes - head) / each);
        for (int left = bytes - head; left > 0; left -= each) {
            NbdExtent extent = extent(in.take(each));
            if (wanted) {
                reply.add(extent);
            }
        }
    }

    private boolean begin(NbdPending reply, int extents) throws IOException {
        ByteBuffer head = in.take(form.statusBytes());
        int context = head.getInt();
        if (form.isExtended() && head.getInt() != extents) {
            throw new ProtocolException("a block status that miscounts its extents");
        }
        return reply.begin(context);
    }

    private NbdExtent extent(ByteBuffer entry) {
        return form.isExtended()
                ? new NbdExtent(entry.getLong(), (int) entry.getLong())
                : new NbdExtent(Integer.toUnsignedLong(entry.getInt()), entry.getInt());
    }

    private void error(NbdPending reply, int type, int bytes) throws IOException {
        if ((type & Chunk.ERROR_BIT) == 0 || bytes < 6 || bytes > in.capacity()) {
            throw new ProtocolException("a reply chunk of unknown type " + type);
        }
        ByteBuffer content = in.take(bytes);
        int end = content.position() + bytes;
        int error = content.getInt();
        int words = Math.min(Short.toUnsignedInt(content.getShort()), bytes - 6);
        String text = NbdText.decode(content, words);
        content.position(end);
        reply.fail(NbdException.answered(error, text));
    }

    private static void requireLength(int bytes, int expected) throws ProtocolException {
        if (bytes != expected) {
            throw new ProtocolException("a reply chunk of " + bytes + " bytes");
        }
    }
}
