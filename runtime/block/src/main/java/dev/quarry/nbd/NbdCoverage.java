package dev.quarry.nbd;

import java.net.ProtocolException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which bytes of a read have come. Chunks may come in any order, but none twice: otherwise a server
 * could leave out bytes unnoticed, and what a buffer held before would pass for its data.
 */
final class NbdCoverage {
    /** Most separate stretches; honest servers answer in order, which needs one. */
    private static final int MOST_STRETCHES = 1024;

    private final int size;

    /** Start to end, with gaps between them. */
    private final TreeMap<Integer, Integer> stretches = new TreeMap<>();

    NbdCoverage(int size) {
        this.size = size;
    }

    /** So many bytes from an offset on have come, both inside the size. */
    void add(int offset, int bytes) throws ProtocolException {
        int start = offset;
        int end = offset + bytes;
        Map.Entry<Integer, Integer> before = stretches.floorEntry(offset);
        Map.Entry<Integer, Integer> after = stretches.ceilingEntry(offset);
        if ((before != null && before.getValue() > start)
                || (after != null && after.getKey() < end)) {
            throw new ProtocolException("a reply with the same data twice");
        }
        if (before != null && before.getValue() == start) {
            start = before.getKey();
        }
        if (after != null && after.getKey() == end) {
            stretches.remove(after.getKey());
            end = after.getValue();
        }
        stretches.put(start, end);
        if (stretches.size() > MOST_STRETCHES) {
            throw new ProtocolException("a reply in too many pieces out of order");
        }
    }

    boolean isWhole() {
        return size == 0 || (stretches.size() == 1 && stretches.getOrDefault(0, 0) == size);
    }
}
