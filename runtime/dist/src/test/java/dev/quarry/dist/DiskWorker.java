package dev.quarry.dist;

import java.io.IOException;
import java.util.List;
import java.util.Random;

/** The random requests of one connection to a disk. */
final class DiskWorker {
    private static final int TOGETHER = 8;

    private final ModelledDisk disk;
    private final RandomRequests requests;

    /**
     * @param size of the disk in bytes
     */
    DiskWorker(ModelledDisk disk, Random random, int size) {
        this.disk = disk;
        this.requests = new RandomRequests(random, size, 1, length -> bytes(random, length));
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Performs at least so many operations, some at a time; checks every read. */
    void work(NbdSocket socket, int operations) throws IOException {
        for (int done = 0; done < operations; ) {
            List<NbdRequest> together = disk.claim(requests.together(TOGETHER));
            try {
                disk.perform(socket, together);
            } finally {
                disk.release(together);
            }
            done += together.size();
        }
    }
}
