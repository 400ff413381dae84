package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Chunk;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;

/** Takes replies to requests, simple ones and chunks of structured ones. */
final class NbdReplyReader {
    private final NbdInput in;
    private final boolean structured;

    /** Structured replies are refused unless they were agreed. */
    NbdReplyReader(NbdInput in, boolean structured) {
        this.in = in;
        this.structured = structured;
    }

    /** Takes all of a reply into the result; throws when the two sides no longer agree. */
    void receive(NbdRequest request, NbdResult result) throws IOException {
        boolean done = false;
        while (!done) {
            int magic = in.take(4).getInt();
            done =
                    switch (magic) {
                        case NbdProtocol.SIMPLE_REPLY_MAGIC -> simple(request, result);
                        case NbdProtocol.STRUCTURED_REPLY_MAGIC -> chunk(request, result);
                        default -> throw new ProtocolException("a reply without its magic");
                    };
        }
        result.requireWhole(request);
    }

    private boolean simple(NbdRequest request, NbdResult result) throws IOException {
        ByteBuffer header = in.take(12);
        int error = header.getInt();
        expectCookie(request, header.getLong());
        if (error != 0) {
            result.fail(error, "the NBD server answers " + NbdError.name(error));
        } else if (result.wantsData()) {
            in.fill(result.part(0, (int) request.length()));
        }
        return true;
    }

    private boolean chunk(NbdRequest request, NbdResult result) throws IOException {
        ByteBuffer header = in.take(NbdProtocol.CHUNK_BYTES - 4);
        int flags = header.getShort();
        int type = Short.toUnsignedInt(header.getShort());
        expectCookie(request, header.getLong());
        int bytes = header.getInt();
        if (!structured || bytes < 0 || bytes > NbdProtocol.MAX_PAYLOAD + 8) {
            throw new ProtocolException("a structured reply of " + bytes + " bytes");
        }
        content(request, result, type, bytes);
        return (flags & Chunk.DONE) != 0;
    }

    private void content(NbdRequest request, NbdResult result, int type, int bytes)
            throws IOException {
        switch (type) {
            case Chunk.NONE -> in.skip(bytes);
            case Chunk.OFFSET_DATA -> data(request, result, bytes);
            case Chunk.OFFSET_HOLE -> hole(request, result);
            case Chunk.BLOCK_STATUS -> extents(result, bytes);
            default -> error(result, type, bytes);
        }
    }

    private void data(NbdRequest request, NbdResult result, int bytes) throws IOException {
        long offset = in.take(8).getLong();
        in.fill(result.part(offset - request.offset(), bytes - 8));
    }

    private void hole(NbdRequest request, NbdResult result) throws IOException {
        ByteBuffer hole = in.take(12);
        long offset = hole.getLong();
        ByteBuffer zeroes = result.part(offset - request.offset(), hole.getInt());
        while (zeroes.remaining() >= 8) {
            zeroes.putLong(0);
        }
        while (zeroes.hasRemaining()) {
            zeroes.put((byte) 0);
        }
    }

    private void extents(NbdResult result, int bytes) throws IOException {
        int context = in.take(4).getInt();
        for (int left = bytes - 4; left > 0; left -= 8) {
            ByteBuffer entry = in.take(8);
            long length = Integer.toUnsignedLong(entry.getInt());
            result.add(context, new NbdExtent(length, entry.getInt()));
        }
    }

    private void error(NbdResult result, int type, int bytes) throws IOException {
        if ((type & Chunk.ERROR_BIT) == 0 || bytes < 6 || bytes > in.capacity()) {
            throw new ProtocolException("a reply chunk of unknown type " + type);
        }
        ByteBuffer content = in.take(bytes);
        int end = content.position() + bytes;
        int error = content.getInt();
        int words = Math.min(Short.toUnsignedInt(content.getShort()), bytes - 6);
        String text = NbdText.decode(content, words);
        content.position(end);
        result.fail(error, "the NBD server answers " + NbdError.name(error) + ": " + text);
    }

    private static void expectCookie(NbdRequest request, long cookie) throws ProtocolException {
        if (cookie != request.cookie()) {
            throw new ProtocolException("a reply to request " + cookie + ", which was not made");
        }
    }
}
