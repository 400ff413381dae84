package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.CommandFlag;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Carries out BLOCK_STATUS: one chunk for each selected context, in the order of their numbers. */
final class NbdStatus {
    private final NbdContexts contexts;
    private final NbdDisk disk;
    private final NbdOutput output;
    private final NbdReplies replies;

    NbdStatus(NbdSession session, NbdOutput output, NbdReplies replies) {
        this.contexts = session.contexts();
        this.disk = session.export().disk();
        this.output = output;
        this.replies = replies;
    }

    void answer(NbdRequest request) throws IOException {
        if (contexts.allocation()) {
            chunk(request, NbdContexts.ALLOCATION_ID, disk::extent, !contexts.depth());
        }
        if (contexts.depth()) {
            chunk(request, NbdContexts.DEPTH_ID, disk::depth, true);
        }
    }

    /** Asks for one extent. */
    private interface Source {
        NbdExtent at(long offset, long bytes);
    }

    private void chunk(NbdRequest request, int context, Source source, boolean last)
            throws IOException {
        int header = replies.statusHeaderBytes();
        int each = replies.extentBytes();
        int most = request.has(CommandFlag.REQ_ONE) ? 1 : (output.capacity() - header) / each;
        ByteBuffer out = output.room(header + most * each);
        int start = out.position();
        int count = collect(request, source, out.slice(start + header, most * each));
        replies.statusHeader(out, request, context, count, last);
        out.position(start + header + count * each);
    }

    /** Puts neighbours of one kind as one extent; returns how many it put. */
    private int collect(NbdRequest request, Source source, ByteBuffer entries) {
        long offset = request.offset();
        long end = offset + request.length();
        NbdExtent run = source.at(offset, end - offset);
        offset += run.bytes();
        while (offset < end) {
            NbdExtent next = source.at(offset, end - offset);
            offset += next.bytes();
            if (next.flags() == run.flags()) {
                run = new NbdExtent(run.bytes() + next.bytes(), run.flags());
            } else {
                replies.extent(entries, run);
                if (!entries.hasRemaining()) {
                    return entries.position() / replies.extentBytes();
                }
                run = next;
            }
        }
        replies.extent(entries, run);
        return entries.position() / replies.extentBytes();
    }
}
