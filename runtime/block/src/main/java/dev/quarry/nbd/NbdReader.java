package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.CommandFlag;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;

/**
 * Carries out READ. Small data is read into the output buffer behind its header; large data into a
 * pooled buffer that is sent from where it lies. Zeroes go as hole chunks where the client can take
 * them.
 */
final class NbdReader {
    /** Most data that goes through the output buffer at once. */
    private static final int SMALL = 64 << 10;

    private final NbdDisk disk;
    private final NbdOutput output;
    private final NbdReplies replies;
    private final boolean structured;

    NbdReader(NbdSession session, NbdOutput output, NbdReplies replies) {
        this.disk = session.export().disk();
        this.structured = session.form().isStructured();
        this.output = output;
        this.replies = replies;
    }

    void read(NbdRequest request) throws IOException {
        if (request.isFua()) {
            disk.flush();
        }
        if (!structured || (request.has(CommandFlag.DF) && request.length() > 0)) {
            data(request, request.offset(), (int) request.length(), true);
        } else if (request.length() == 0) {
            replies.none(request);
        } else {
            sparse(request);
        }
    }

    private void sparse(NbdRequest request) throws IOException {
        long end = request.offset() + request.length();
        long offset = request.offset();
        while (offset < end) {
            NbdExtent extent = disk.extent(offset, end - offset);
            int bytes = (int) extent.bytes();
            boolean last = offset + bytes == end;
            if (extent.isZero()) {
                replies.hole(request, offset, bytes, last);
            } else {
                data(request, offset, bytes, last);
            }
            offset += bytes;
        }
    }

    private void data(NbdRequest request, long offset, int bytes, boolean last) throws IOException {
        if (bytes <= SMALL) {
            small(request, offset, bytes, last);
            return;
        }
        try (NbdBuffers.Lease lease = NbdBuffers.lease(bytes)) {
            if (lease == null) {
                inPieces(request, offset, bytes, last);
            } else {
                large(request, offset, lease.buffer(), last);
            }
        }
    }

    private void small(NbdRequest request, long offset, int bytes, boolean last)
            throws IOException {
        int header = replies.dataHeaderBytes();
        ByteBuffer out = output.room(header + bytes);
        int start = out.position() + header;
        disk.read(offset, out.slice(start, bytes));
        replies.dataHeader(out, request, offset, bytes, last);
        out.position(start + bytes);
    }

    private void large(NbdRequest request, long offset, ByteBuffer buffer, boolean last)
            throws IOException {
        int bytes = buffer.remaining();
        disk.read(offset, buffer);
        ByteBuffer out = output.room(replies.dataHeaderBytes());
        replies.dataHeader(out, request, offset, bytes, last);
        output.flushWith(buffer.flip());
    }

    /** Without a buffer for all of it: as several chunks if the client allows that. */
    private void inPieces(NbdRequest request, long offset, int bytes, boolean last)
            throws IOException {
        if (!structured || request.has(CommandFlag.DF)) {
            asStream(request, offset, bytes);
            return;
        }
        for (int done = 0; done < bytes; done += SMALL) {
            int step = Math.min(SMALL, bytes - done);
            small(request, offset + done, step, last && done + step == bytes);
        }
    }

    /** One header, then pieces: a failure after the header can only end the connection. */
    private void asStream(NbdRequest request, long offset, int bytes) throws IOException {
        output.lock();
        try {
            ByteBuffer header = output.room(replies.dataHeaderBytes());
            replies.dataHeader(header, request, offset, bytes, true);
            for (int done = 0; done < bytes; done += SMALL) {
                piece(offset + done, Math.min(SMALL, bytes - done));
            }
            output.flush();
        } finally {
            output.unlock();
        }
    }

    private void piece(long offset, int bytes) throws IOException {
        ByteBuffer out = output.room(bytes);
        int start = out.position();
        try {
            disk.read(offset, out.slice(start, bytes));
        } catch (NbdException e) {
            ProtocolException end = new ProtocolException("a read failed behind its header");
            end.initCause(e);
            throw end;
        }
        out.position(start + bytes);
    }
}
