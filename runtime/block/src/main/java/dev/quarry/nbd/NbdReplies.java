package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Chunk;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The forms of replies to requests, put into the output. */
final class NbdReplies {
    private final NbdOutput output;
    private final NbdForm form;

    NbdReplies(NbdOutput output, NbdForm form) {
        this.output = output;
        this.form = form;
    }

    /** The request was carried out and brings no data: simple unless headers are extended. */
    void done(NbdRequest request) throws IOException {
        if (form.isExtended()) {
            none(request);
        } else {
            simple(output.room(NbdProtocol.SIMPLE_REPLY_BYTES), request, 0);
        }
    }

    /** The request failed; the text reaches clients with structured replies. */
    void failed(NbdRequest request, int error, String text) throws IOException {
        if (!form.isStructured()) {
            simple(output.room(NbdProtocol.SIMPLE_REPLY_BYTES), request, error);
            return;
        }
        byte[] words = NbdText.encode(text);
        ByteBuffer out = output.room(form.chunkBytes() + 6 + words.length);
        chunk(out, request, true, Chunk.ERROR, 6 + words.length);
        out.putInt(error).putShort((short) words.length).put(words);
    }

    /** A structured reply without content. */
    void none(NbdRequest request) throws IOException {
        chunk(output.room(form.chunkBytes()), request, true, Chunk.NONE, 0);
    }

    /** Part of a read that is zeroes. */
    void hole(NbdRequest request, long offset, int bytes, boolean last) throws IOException {
        ByteBuffer out = output.room(form.chunkBytes() + 12);
        chunk(out, request, last, Chunk.OFFSET_HOLE, 12);
        out.putLong(offset).putInt(bytes);
    }

    /** Bytes of {@link #dataHeader}. */
    int dataHeaderBytes() {
        return form.isStructured() ? form.chunkBytes() + 8 : NbdProtocol.SIMPLE_REPLY_BYTES;
    }

    /** What goes before {@code bytes} of read data, put where {@code out} stands. */
    void dataHeader(ByteBuffer out, NbdRequest request, long offset, int bytes, boolean last) {
        if (form.isStructured()) {
            chunk(out, request, last, Chunk.OFFSET_DATA, 8 + bytes);
            out.putLong(offset);
        } else {
            simple(out, request, 0);
        }
    }

    /** Bytes of {@link #statusHeader}. */
    int statusHeaderBytes() {
        return form.chunkBytes() + form.statusBytes();
    }

    /** What goes before {@code count} extents of a context. */
    void statusHeader(ByteBuffer out, NbdRequest request, int context, int count, boolean last) {
        int bytes = form.statusBytes() + count * form.extentBytes();
        int type = form.isExtended() ? Chunk.BLOCK_STATUS_EXT : Chunk.BLOCK_STATUS;
        chunk(out, request, last, type, bytes);
        out.putInt(context);
        if (form.isExtended()) {
            out.putInt(count);
        }
    }

    /** Bytes of {@link #extent}. */
    int extentBytes() {
        return form.extentBytes();
    }

    /** One extent, put where {@code out} stands. */
    void extent(ByteBuffer out, NbdExtent extent) {
        if (form.isExtended()) {
            out.putLong(extent.bytes()).putLong(Integer.toUnsignedLong(extent.flags()));
        } else {
            out.putInt((int) extent.bytes()).putInt(extent.flags());
        }
    }

    private static void simple(ByteBuffer out, NbdRequest request, int error) {
        out.putInt(NbdProtocol.SIMPLE_REPLY_MAGIC).putInt(error).putLong(request.cookie());
    }

    private void chunk(ByteBuffer out, NbdRequest request, boolean last, int type, int length) {
        boolean extended = form.isExtended();
        out.putInt(
                extended ? NbdProtocol.EXTENDED_REPLY_MAGIC : NbdProtocol.STRUCTURED_REPLY_MAGIC);
        out.putShort((short) (last ? Chunk.DONE : 0)).putShort((short) type);
        out.putLong(request.cookie());
        if (extended) {
            out.putLong(request.offset()).putLong(length);
        } else {
            out.putInt(length);
        }
    }
}
