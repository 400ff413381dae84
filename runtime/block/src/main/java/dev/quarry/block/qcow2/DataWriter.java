package dev.quarry.block.qcow2;

import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;

/**
 * Writes guest data. What can be overwritten in place is, sharing its range with others; the rest
 * takes its range alone, gets new clusters, and enters the tables when the data is in the file. Any
 * thread may call.
 */
final class DataWriter {
    private final WritePlanner planner;
    private final ClusterRanges ranges;
    private final ImageFile file;
    private final ClusterFiller filler;

    DataWriter(WritePlanner planner, ClusterRanges ranges, ImageFile file, ClusterFiller filler) {
        this.planner = planner;
        this.ranges = ranges;
        this.file = file;
        this.filler = filler;
    }

    /** Writes what remains of the buffer at a guest offset, inside the guest size. */
    void write(long guest, ByteBuffer from) {
        long at = overwrite(guest, from);
        if (from.hasRemaining()) {
            writeAlone(at, from);
        }
    }

    /** Writes from the start as far as that goes in place; gives where it ended. */
    private long overwrite(long guest, ByteBuffer from) {
        long at = guest;
        try (var _ = ranges.shared(guest, from.remaining())) {
            while (from.hasRemaining()) {
                WritePlan.InPlace plan = planner.inPlace(at, from.remaining());
                if (plan == null) {
                    break;
                }
                at += carryOut(plan, from);
            }
        }
        return at;
    }

    private void writeAlone(long guest, ByteBuffer from) {
        long at = guest;
        try (var _ = ranges.exclusive(guest, from.remaining())) {
            while (from.hasRemaining()) {
                at +=
                        switch (planner.plan(at, from.remaining())) {
                            case WritePlan.InPlace plan -> carryOut(plan, from);
                            case WritePlan.Allocating plan -> carryOut(plan, at, from);
                        };
            }
        }
    }

    private int carryOut(WritePlan.InPlace plan, ByteBuffer from) {
        int length = (int) plan.length();
        file.step(BlkdebugEvent.WRITE_AIO);
        file.write(plan.host(), advance(from, length));
        return length;
    }

    private int carryOut(WritePlan.Allocating plan, long guest, ByteBuffer from) {
        int length = filler.lengthIn(plan, guest, from.remaining());
        boolean linked = false;
        try {
            filler.fill(plan, guest, advance(from, length));
            planner.link(plan);
            linked = true;
        } finally {
            if (!linked) {
                planner.abandon(plan);
            }
        }
        return length;
    }

    private static ByteBuffer advance(ByteBuffer from, int length) {
        ByteBuffer piece = from.slice(from.position(), length);
        from.position(from.position() + length);
        return piece;
    }
}
