package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Command;
import dev.quarry.nbd.NbdProtocol.CommandFlag;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Carries out checked requests and puts the replies into one output. Used by one thread. */
final class NbdExecution {
    private final NbdDisk disk;
    private final NbdOutput output;
    private final NbdReplies replies;
    private final NbdReader reader;
    private final NbdStatus status;

    NbdExecution(NbdSession session, NbdOutput output) {
        this.disk = session.export().disk();
        this.output = output;
        this.replies = new NbdReplies(output, session.form());
        this.reader = new NbdReader(session, output, replies);
        this.status = new NbdStatus(session, output, replies);
    }

    /** Writes a request's payload, wherever that is. */
    @FunctionalInterface
    interface Payload {
        void write(NbdRequest request) throws IOException;
    }

    /**
     * Carries a request out and replies. A failure of the disk is a reply; a broken promise of ours
     * is a reply too, and then ends the connection.
     */
    void answer(NbdRequest request, Payload payload) throws IOException {
        try {
            execute(request, payload);
        } catch (NbdException e) {
            replies.failed(request, e.error(), e.getMessage());
        } catch (RuntimeException e) {
            replies.failed(request, NbdError.EIO, "the server failed; its log tells how");
            output.flush();
            throw e;
        }
    }

    /** Replies that the request makes no sense. */
    void refuse(NbdRequest request, String fault) throws IOException {
        replies.failed(request, NbdError.EINVAL, fault);
    }

    private void execute(NbdRequest request, Payload payload) throws IOException {
        switch (request.type()) {
            case Command.READ -> reader.read(request);
            case Command.BLOCK_STATUS -> status.answer(request);
            default -> {
                act(request, payload);
                replies.done(request);
            }
        }
    }

    private void act(NbdRequest request, Payload payload) throws IOException {
        switch (request.type()) {
            case Command.WRITE -> payload.write(request);
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
}
