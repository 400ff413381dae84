package dev.quarry.block.throttle;

import dev.quarry.qapi.generated.ThrottleLimits;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The buckets of one set of limits: bytes and requests, in all and by direction. */
final class Buckets {
    private static final double NANOS = 1e9;

    private final Map<Direction, List<Bucket>> bytes = new EnumMap<>(Direction.class);
    private final Map<Direction, List<Bucket>> requests = new EnumMap<>(Direction.class);
    private final List<Bucket> all;
    private final long requestBytes;
    private long leakedAt;

    /**
     * Empty buckets.
     *
     * @param now of {@link System#nanoTime}
     */
    Buckets(ThrottleLimits limits, long now) {
        Bucket allBytes =
                bucket(limits.bpsTotal(), limits.bpsTotalMax(), limits.bpsTotalMaxLength());
        Bucket readBytes = bucket(limits.bpsRead(), limits.bpsReadMax(), limits.bpsReadMaxLength());
        Bucket writtenBytes =
                bucket(limits.bpsWrite(), limits.bpsWriteMax(), limits.bpsWriteMaxLength());
        Bucket allRequests =
                bucket(limits.iopsTotal(), limits.iopsTotalMax(), limits.iopsTotalMaxLength());
        Bucket reads = bucket(limits.iopsRead(), limits.iopsReadMax(), limits.iopsReadMaxLength());
        Bucket writes =
                bucket(limits.iopsWrite(), limits.iopsWriteMax(), limits.iopsWriteMaxLength());
        bytes.put(Direction.READ, List.of(allBytes, readBytes));
        bytes.put(Direction.WRITE, List.of(allBytes, writtenBytes));
        requests.put(Direction.READ, List.of(allRequests, reads));
        requests.put(Direction.WRITE, List.of(allRequests, writes));
        all = List.of(allBytes, readBytes, writtenBytes, allRequests, reads, writes);
        Long size = limits.iopsSize();
        requestBytes = size == null ? 0 : size;
        leakedAt = now;
    }

    private static Bucket bucket(
            @Nullable Long average, @Nullable Long burst, @Nullable Long burstSeconds) {
        return new Bucket(Rate.of(average, burst, burstSeconds));
    }

    /** How long a request has to wait, whatever its size; 0 for not at all. */
    long nanosToWait(Direction direction, long now) {
        all.forEach(bucket -> bucket.leak((now - leakedAt) / NANOS));
        leakedAt = now;
        double seconds = Math.max(longest(bytes, direction), longest(requests, direction));
        return (long) Math.ceil(seconds * NANOS);
    }

    private static double longest(Map<Direction, List<Bucket>> kind, Direction direction) {
        double longest = 0;
        for (Bucket bucket : kind.getOrDefault(direction, List.of())) {
            longest = Math.max(longest, bucket.secondsToWait());
        }
        return longest;
    }

    /** A request goes on; a large one counts as several where the limits say so. */
    void pour(Direction direction, long length) {
        double count = requestBytes == 0 ? 1 : Math.max(1, (double) length / (double) requestBytes);
        bytes.getOrDefault(direction, List.of()).forEach(bucket -> bucket.pour((double) length));
        requests.getOrDefault(direction, List.of()).forEach(bucket -> bucket.pour(count));
    }
}
