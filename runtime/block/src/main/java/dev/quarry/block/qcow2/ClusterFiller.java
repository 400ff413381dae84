package dev.quarry.block.qcow2;

import dev.quarry.block.BufferPool;
import dev.quarry.block.PooledBuffer;
import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;

/**
 * Fills newly placed units (clusters or subclusters): the guest's bytes, and around them what the
 * guest sees there today. A unit that needs surroundings is put together in memory and written at
 * once. Surroundings of zeros in a cluster that nobody ever wrote need nothing. Any thread may
 * call.
 */
final class ClusterFiller {
    private final Geometry geometry;
    private final ImageFile file;
    private final DataReader reader;

    ClusterFiller(Geometry geometry, ImageFile file, DataReader reader) {
        this.geometry = geometry;
        this.file = file;
        this.reader = reader;
    }

    /** How many of the guest's bytes the clusters of the plan take. */
    int lengthIn(WritePlan.Allocating plan, long guest, int bytes) {
        return (int) Math.min(bytes, plan.end() - guest);
    }

    /** Writes the clusters of the plan: the data at its guest offset, and what is around it. */
    void fill(WritePlan.Allocating plan, long guest, ByteBuffer data) {
        Fill fill = new Fill(plan, guest, data);
        if (fill.needsHead()) {
            fill.writeComposed(plan.guest());
        }
        if (fill.needsTail()) {
            fill.writeComposed(plan.end() - plan.unit());
        }
        fill.writeRest();
    }

    /** One filling: which part of the data is not written yet. */
    private final class Fill {
        private final WritePlan.Allocating plan;
        private final long dataStart;
        private final long dataEnd;
        private final ByteBuffer data;
        private long restStart;
        private long restEnd;

        Fill(WritePlan.Allocating plan, long guest, ByteBuffer data) {
            this.plan = plan;
            this.dataStart = guest;
            this.dataEnd = guest + data.remaining();
            this.data = data;
            this.restStart = dataStart;
            this.restEnd = dataEnd;
        }

        boolean needsHead() {
            return needsWriting(plan.guest(), dataStart);
        }

        /** Asked after the head is written, so that a single unit is written once. */
        boolean needsTail() {
            return restStart < restEnd && needsWriting(dataEnd, plan.end());
        }

        /** Whether surroundings have to be written: not if they are zeros that are there. */
        private boolean needsWriting(long from, long to) {
            if (from == to) {
                return false;
            }
            return !plan.untouched() || !readsAsZeros(from, to);
        }

        private boolean readsAsZeros(long from, long to) {
            long inside = Math.min(to, geometry.size());
            return from >= inside || reader.readsAsZeros(from, inside - from);
        }

        /** Puts a whole unit together and writes it. */
        void writeComposed(long start) {
            try (PooledBuffer lease = BufferPool.lease(plan.unit())) {
                ByteBuffer buffer = lease.buffer();
                long end = start + plan.unit();
                surround(start, Math.min(dataStart, end), buffer);
                long from = Math.max(dataStart, start);
                long to = Math.min(dataEnd, end);
                buffer.put(piece(from, to));
                surround(to, end, buffer);
                file.step(BlkdebugEvent.COW_WRITE);
                file.step(BlkdebugEvent.WRITE_AIO);
                file.write(host(start), buffer.flip());
                wrote(from, to);
            }
        }

        /** Writes the data that no composed unit held. */
        void writeRest() {
            if (restStart < restEnd) {
                file.step(BlkdebugEvent.WRITE_AIO);
                file.write(host(restStart), piece(restStart, restEnd));
            }
        }

        private void wrote(long from, long to) {
            if (from == restStart) {
                restStart = to;
            } else {
                restEnd = from;
            }
        }

        private void surround(long from, long to, ByteBuffer into) {
            if (from >= to) {
                return;
            }
            long inside = Math.min(to, geometry.size());
            int known = (int) Math.max(0, inside - from);
            file.step(BlkdebugEvent.COW_READ);
            reader.read(from, into.slice(into.position(), known));
            into.position(into.position() + known);
            DataReader.fillZero(into.slice(into.position(), (int) (to - from) - known));
            into.position(into.position() + (int) (to - from) - known);
        }

        private ByteBuffer piece(long from, long to) {
            return data.slice(data.position() + (int) (from - dataStart), (int) (to - from));
        }

        private long host(long guest) {
            return plan.host() + (guest - plan.guest());
        }
    }
}
