package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;

/**
 * A full disk costs the write that needed space, and no more: flushes go on, writes in place too,
 * and space that is freed serves the next write. Tried with the end of the disk at every cluster,
 * so that each kind of table is the one that finds no space.
 */
class FullDiskTest {
    private static final int CLUSTER = 512;

    /** What one L2 table maps: each write at a multiple of it needs a new table. */
    private static final int STRIDE = CLUSTER / Long.BYTES * CLUSTER;

    private static final int SIZE = 320 * STRIDE;

    @Test
    void onlyTheWriteThatFindsNoSpaceFails() {
        for (int spare = 12; spare < 280; spare++) {
            fillAndGoOn(spare);
        }
    }

    private static void fillAndGoOn(int spareClusters) {
        SmallDisk disk = new SmallDisk();
        Qcow2Format.create(disk, CreateOptions.ofSize(SIZE).withClusterSize(CLUSTER));
        disk.end = disk.size() + (long) spareClusters * CLUSTER;
        try (OpenImage image = open(disk)) {
            int written = fill(image);
            image.flush();
            image.write(0, data(2));
            image.flush();
            image.discard(STRIDE, 3L * STRIDE);
            image.flush();
            image.write((long) (written + 1) * STRIDE, data(3));
            image.flush();
            assertEquals(2, read(image, 0), "overwritten");
            assertEquals(0, read(image, STRIDE), "discarded");
            assertEquals(1, read(image, (written - 1) * STRIDE), "written last");
            assertEquals(3, read(image, (written + 1) * STRIDE), "written to freed space");
        }
        Findings findings = Qcow2Check.check(disk);
        assertEquals(0, findings.corruptions(), () -> spareClusters + " spare: " + findings);
    }

    /** Writes one cluster for each L2 table until there is no space; gives how many. */
    private static int fill(OpenImage image) {
        int written = 0;
        while (true) {
            try {
                image.write((long) written * STRIDE, data(1));
            } catch (BlockException full) {
                assertEquals(Errno.ENOSPC, full.errno());
                assertNotEquals(0, written, "nothing was written");
                return written;
            }
            written++;
        }
    }

    private static ByteBuffer data(int value) {
        ByteBuffer data = ByteBuffer.allocate(CLUSTER);
        while (data.hasRemaining()) {
            data.put((byte) value);
        }
        return data.flip();
    }

    private static int read(OpenImage image, int guest) {
        ByteBuffer data = ByteBuffer.allocate(CLUSTER);
        image.read(guest, data);
        return data.get(CLUSTER - 1);
    }

    private static OpenImage open(ImageFile file) {
        Qcow2Settings settings = new Qcow2Settings(null, null, null, null, 0L, 0L, 0);
        OpenImage.Options options = new OpenImage.Options(true, true, true, settings);
        return OpenImage.open(file, options, BackingSource.NONE, _ -> {});
    }

    /** A file that cannot grow past an end. */
    private static final class SmallDisk extends MemoryFile {
        private long end = Long.MAX_VALUE;

        @Override
        public synchronized void write(long offset, ByteBuffer from) {
            if (offset > end - from.remaining()) {
                throw BlockException.of(Errno.ENOSPC, "the disk is full");
            }
            super.write(offset, from);
        }
    }
}
