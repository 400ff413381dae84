package dev.quarry.nbd;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Carries out WRITE. A payload that fits the input buffer is written from there; a larger one is
 * received straight into a pooled buffer, so that the disk sees the request whole.
 */
final class NbdWriter {
    private final NbdDisk disk;
    private final NbdInput in;

    NbdWriter(NbdSession session, NbdInput in) {
        this.disk = session.export().disk();
        this.in = in;
    }

    /** Takes the payload, all of it even when the disk fails, and writes it. */
    void write(NbdRequest request) throws IOException {
        int bytes = (int) request.length();
        if (bytes <= in.capacity()) {
            small(request, bytes);
            return;
        }
        try (NbdBuffers.Lease lease = NbdBuffers.lease(bytes)) {
            if (lease == null) {
                inPieces(request, bytes);
            } else {
                large(request, lease.buffer());
            }
        }
    }

    private void small(NbdRequest request, int bytes) throws IOException {
        ByteBuffer received = in.take(bytes);
        ByteBuffer payload = received.slice(received.position(), bytes);
        received.position(received.position() + bytes);
        disk.write(request.offset(), payload, request.isFua());
    }

    private void large(NbdRequest request, ByteBuffer buffer) throws IOException {
        in.fill(buffer);
        disk.write(request.offset(), buffer.flip(), request.isFua());
    }

    private void inPieces(NbdRequest request, int bytes) throws IOException {
        int done = 0;
        try {
            while (done < bytes) {
                int step = Math.min(in.capacity(), bytes - done);
                ByteBuffer received = in.take(step);
                ByteBuffer payload = received.slice(received.position(), step);
                received.position(received.position() + step);
                done += step;
                disk.write(request.offset() + done - step, payload, request.isFua());
            }
        } catch (NbdException e) {
            in.skip(bytes - done);
            throw e;
        }
    }
}
