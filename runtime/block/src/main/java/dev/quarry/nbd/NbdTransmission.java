package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Command;
import dev.quarry.nbd.NbdProtocol.CommandFlag;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;

/**
 * Serves one client after the handshake: takes requests and carries them out one after the other.
 */
final class NbdTransmission {
    private final NbdSession session;
    private final NbdDisk disk;
    private final NbdInput in;
    private final NbdOutput output;
    private final NbdReplies replies;
    private final NbdReader reader;
    private final NbdWriter writer;
    private final NbdStatus status;

    NbdTransmission(NbdSession session, NbdInput in, NbdOutput output) {
        this.session = session;
        this.disk = session.export().disk();
        this.in = in;
        this.output = output;
        this.replies = new NbdReplies(output, session.structured());
        this.reader = new NbdReader(session, output, replies);
        this.writer = new NbdWriter(session, in);
        this.status = new NbdStatus(session, output, replies);
    }

    /** Serves until the client leaves. */
    void serve() throws IOException {
        while (in.await(NbdProtocol.REQUEST_BYTES)) {
            NbdRequest request = NbdRequest.decode(in.take(NbdProtocol.REQUEST_BYTES));
            if (request.type() == Command.DISC) {
                return;
            }
            answer(request);
        }
    }

    private void answer(NbdRequest request) throws IOException {
        String fault = session.fault(request);
        try {
            if (fault == null) {
                execute(request);
            } else {
                refuse(request, fault);
            }
        } catch (NbdException e) {
            replies.failed(request, e.error(), e.getMessage());
        } catch (RuntimeException e) {
            replies.failed(request, NbdError.EIO, "the server failed; its log tells how");
            output.flush();
            throw e;
        }
    }

    private void execute(NbdRequest request) throws IOException {
        switch (request.type()) {
            case Command.READ -> reader.read(request);
            case Command.BLOCK_STATUS -> status.answer(request);
            default -> {
                act(request);
                replies.done(request);
            }
        }
    }

    private void act(NbdRequest request) throws IOException {
        switch (request.type()) {
            case Command.WRITE -> writer.write(request);
            case Command.WRITE_ZEROES -> writeZeroes(request);
            case Command.TRIM -> trim(request);
            case Command.CACHE -> cache(request);
            case Command.FLUSH -> disk.flush();
            default -> throw new AssertionError("unchecked command " + request.type());
        }
    }

    private void writeZeroes(NbdRequest request) {
        disk.writeZeroes(
                request.offset(),
                request.length(),
                !request.has(CommandFlag.NO_HOLE),
                request.has(CommandFlag.FAST_ZERO),
                request.isFua());
    }

    private void trim(NbdRequest request) {
        disk.trim(request.offset(), request.length());
        if (request.isFua()) {
            disk.flush();
        }
    }

    /** Reads the range, so that layers below have it at hand, and forgets it. */
    private void cache(NbdRequest request) throws IOException {
        ByteBuffer out = output.room(output.capacity());
        long end = request.offset() + request.length();
        for (long at = request.offset(); at < end; at += out.capacity()) {
            disk.read(at, out.slice(0, (int) Math.min(out.capacity(), end - at)));
        }
    }

    /** Answers with EINVAL. The payload of an oversized write is not read: that ends it all. */
    private void refuse(NbdRequest request, String fault) throws IOException {
        boolean oversized = request.hasPayload() && request.length() > NbdProtocol.MAX_PAYLOAD;
        if (request.hasPayload() && !oversized) {
            in.skip(request.length());
        }
        replies.failed(request, NbdError.EINVAL, fault);
        if (oversized) {
            output.flush();
            throw new ProtocolException(fault);
        }
    }
}
