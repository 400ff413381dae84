package dev.quarry.dist;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/**
 * Draws requests for a disk: reads, writes, zeroes with and without holes, trims and flushes, of
 * lengths from one unit to some clusters, often at the edges of blocks and clusters.
 *
 * @param unit every offset and length is a multiple of this many bytes
 * @param payload makes the data of a write of so many bytes
 */
record RandomRequests(Random random, int size, int unit, IntFunction<byte[]> payload) {
    private static final int[] EDGES = {512, 4096, 65536};
    private static final int LONGEST = 160 * 1024;

    /** Draws some requests that may be in flight together: no two touch the same byte. */
    List<NbdRequest> together(int atMost) {
        List<NbdRequest> requests = new ArrayList<>();
        for (int left = 1 + random.nextInt(atMost); left > 0; left--) {
            NbdRequest drawn = next();
            if (requests.stream().noneMatch(drawn::overlaps)) {
                requests.add(drawn);
            }
        }
        return requests;
    }

    private NbdRequest next() {
        int length = length();
        int offset = offset(length);
        int fua = random.nextInt(16) == 0 ? NbdRequest.FUA : 0;
        return switch (random.nextInt(32)) {
            case 0 -> NbdRequest.flush();
            case 1, 2, 3, 4, 5, 6, 7 -> NbdRequest.read(offset, length);
            case 8, 9, 10, 11 -> zeroes(fua, offset, length);
            case 12, 13, 14 -> zeroes(fua | NbdRequest.NO_HOLE, offset, length);
            case 15, 16, 17 -> NbdRequest.bare(NbdRequest.TRIM, fua, offset, length);
            case 18, 19, 20 -> NbdRequest.write(fua, offset, new byte[length]);
            default -> NbdRequest.write(fua, offset, payload.apply(length));
        };
    }

    private static NbdRequest zeroes(int flags, int offset, int length) {
        return NbdRequest.bare(NbdRequest.WRITE_ZEROES, flags, offset, length);
    }

    private int length() {
        int bound = random.nextInt(4) == 0 ? LONGEST : 20 * 1024;
        int length = 1 + random.nextInt(bound);
        return Math.max(unit, roundedOften(length));
    }

    private int offset(int length) {
        return Math.min(roundedOften(random.nextInt(size - length + 1)), size - length);
    }

    /** Rounds down to the unit, two times in three to an edge that formats and disks have. */
    private int roundedOften(int value) {
        int edge = random.nextInt(3) == 0 ? unit : EDGES[random.nextInt(EDGES.length)];
        return value / edge * edge;
    }
}
