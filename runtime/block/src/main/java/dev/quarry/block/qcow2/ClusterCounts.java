package dev.quarry.block.qcow2;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;

/** How often each host cluster is referred to, as counted. Four bytes a cluster where any is. */
final class ClusterCounts {
    private static final int PAGE_BITS = 12;

    private final Map<Long, int[]> pages = new HashMap<>();

    /** Adds references; a count stays at the largest int rather than wrap. */
    void add(long cluster, int references) {
        int[] page = page(cluster);
        long sum = (long) page[index(cluster)] + references;
        page[index(cluster)] = (int) Math.min(sum, Integer.MAX_VALUE);
    }

    int get(long cluster) {
        int[] page = pages.get(cluster >>> PAGE_BITS);
        return page == null ? 0 : page[index(cluster)];
    }

    /** A copy to be emptied by comparing. */
    ClusterCounts copy() {
        ClusterCounts copy = new ClusterCounts();
        pages.forEach((number, page) -> copy.pages.put(number, page.clone()));
        return copy;
    }

    void clear(long cluster) {
        page(cluster)[index(cluster)] = 0;
    }

    /** The clusters whose count is above zero, in no particular order. */
    long[] nonZero() {
        return pages.entrySet().stream()
                .flatMapToLong(page ->
                        LongStream.range(0, 1 << PAGE_BITS)
                                .filter(i -> page.getValue()[(int) i] != 0)
                                .map(i -> (page.getKey() << PAGE_BITS) + i))
                .toArray();
    }

    private int[] page(long cluster) {
        return pages.computeIfAbsent(cluster >>> PAGE_BITS, _ -> new int[1 << PAGE_BITS]);
    }

    private static int index(long cluster) {
        return (int) cluster & (1 << PAGE_BITS) - 1;
    }
}
