package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Chunk;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The forms of replies to requests, put into the output. */
final class NbdReplies {
    private final NbdOutput output;
    private final boolean structured;

    NbdReplies(NbdOutput output, boolean structured) {
        this.output = output;
        this.structured = structured;
    }

    /** The request was carried out and brings no data: simple for every client. */
    void done(NbdRequest request) throws IOException {
        simple(output.room(NbdProtocol.SIMPLE_REPLY_BYTES), request, 0);
    }

    /** The request failed; the text reaches clients with structured replies. */
    void failed(NbdRequest request, int error, String text) throws IOException {
        if (!structured) {
            simple(output.room(NbdProtocol.SIMPLE_REPLY_BYTES), request, error);
            return;
        }
        byte[] words = NbdText.encode(text);
        ByteBuffer out = output.room(NbdProtocol.CHUNK_BYTES + 6 + words.length);
        chunk(out, request, true, Chunk.ERROR, 6 + words.length);
        out.putInt(error).putShort((short) words.length).put(words);
    }

    /** A structured reply without content. */
    void none(NbdRequest request) throws IOException {
        chunk(output.room(NbdProtocol.CHUNK_BYTES), request, true, Chunk.NONE, 0);
    }

    /** Part of a read that is zeroes. */
    void hole(NbdRequest request, long offset, int bytes, boolean last) throws IOException {
        ByteBuffer out = output.room(NbdProtocol.CHUNK_BYTES + 12);
        chunk(out, request, last, Chunk.OFFSET_HOLE, 12);
        out.putLong(offset).putInt(bytes);
    }

    /** Bytes of {@link #dataHeader}. */
    int dataHeaderBytes() {
        return structured ? NbdProtocol.CHUNK_BYTES + 8 : NbdProtocol.SIMPLE_REPLY_BYTES;
    }

    /** What goes before {@code bytes} of read data, put where {@code out} stands. */
    void dataHeader(ByteBuffer out, NbdRequest request, long offset, int bytes, boolean last) {
        if (structured) {
            chunk(out, request, last, Chunk.OFFSET_DATA, 8 + bytes);
            out.putLong(offset);
        } else {
            simple(out, request, 0);
        }
    }

    /** What goes before {@code count} extents of a context. */
    void statusHeader(ByteBuffer out, NbdRequest request, int context, int count, boolean last) {
        chunk(out, request, last, Chunk.BLOCK_STATUS, 4 + count * 8);
        out.putInt(context);
    }

    private static void simple(ByteBuffer out, NbdRequest request, int error) {
        out.putInt(NbdProtocol.SIMPLE_REPLY_MAGIC).putInt(error).putLong(request.cookie());
    }

    private static void chunk(
            ByteBuffer out, NbdRequest request, boolean last, int type, int length) {
        out.putInt(NbdProtocol.STRUCTURED_REPLY_MAGIC);
        out.putShort((short) (last ? Chunk.DONE : 0)).putShort((short) type);
        out.putLong(request.cookie()).putInt(length);
    }
}
