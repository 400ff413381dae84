package dev.quarry.block.driver;

import static dev.quarry.block.WriteFlags.FUA;
import static dev.quarry.block.WriteFlags.NONE;

import dev.quarry.block.BlockDriver;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockLimits;
import dev.quarry.block.BlockNode;
import dev.quarry.block.BlockStatus;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.WriteFlags;
import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/**
 * A disk without content: writes vanish, reads give zeros (a buffer may hold another client's data,
 * so it is cleared whether {@code read-zeroes} is set or not; the option only decides whether block
 * status may say so). It has no zero write on purpose, so nothing is detected on it.
 */
public final class NullDriver implements BlockDriver {
    /** Size where none is given: 1 GiB. */
    public static final long DEFAULT_SIZE = 1L << 30;

    private static final BlockLimits LIMITS = BlockLimits.BYTES.withFlags(FUA, NONE);

    private final BlockNode node;
    private final Settings settings;
    private final long size;

    private NullDriver(BlockNode node, Settings settings) {
        this.node = node;
        this.settings = settings;
        this.size = Objects.requireNonNullElse(settings.size, DEFAULT_SIZE);
    }

    /**
     * What can be set.
     *
     * @param size bytes, 0 to {@link BlockLimits#MAX_LENGTH}; null for {@link #DEFAULT_SIZE}
     * @param latencyNanos how long every request waits, at least 0
     * @param readZeroes block status says zeros; null for false
     */
    public record Settings(@Nullable Long size, long latencyNanos, @Nullable Boolean readZeroes) {
        /** Checks the ranges. */
        public Settings {
            if (size != null && (size < 0 || size > BlockLimits.MAX_LENGTH)) {
                throw BlockException.of(
                        size < 0 ? Errno.EINVAL : Errno.EFBIG,
                        "'size' is " + size + ": give 0 to " + BlockLimits.MAX_LENGTH + " bytes");
            }
            if (latencyNanos < 0) {
                throw BlockException.of(
                        Errno.EINVAL, "'latency-ns' is " + latencyNanos + ": give 0 or more");
            }
        }
    }

    /**
     * Defines a node.
     *
     * @param name {@code null-co} or {@code null-aio}: the same thing here
     */
    public static NodeDefinition define(String name, GivenOptions options, Settings settings) {
        return NodeDefinition.of(
                name, options, List.of(), context -> new NullDriver(context.node(), settings));
    }

    @Override
    public String name() {
        return node.driverName();
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public BlockLimits limits() {
        return LIMITS;
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        delay();
        BufferFill.zeros(into);
    }

    @Override
    public void write(long offset, ByteBuffer from, WriteFlags flags) {
        delay();
        from.position(from.limit());
    }

    @Override
    public void flush() {
        delay();
    }

    @Override
    public boolean hasBlockStatus() {
        return true;
    }

    @Override
    public BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        BlockStatus placed = BlockStatus.zero(bytes, offset, node);
        return Boolean.TRUE.equals(settings.readZeroes) ? placed : placed.without(BlockStatus.ZERO);
    }

    @Override
    public long allocatedBytes() {
        return 0;
    }

    /** A short name exists only where no option but the latency was given. */
    @Override
    public @Nullable String exactFilename() {
        return strongOptions().isEmpty() ? name() + "://" : null;
    }

    @Override
    public Map<String, Object> strongOptions() {
        Map<String, Object> options = new LinkedHashMap<>();
        if (settings.size != null) {
            options.put("size", settings.size);
        }
        if (settings.readZeroes != null) {
            options.put("read-zeroes", settings.readZeroes);
        }
        return options;
    }

    @Override
    public void close() {}

    private void delay() {
        if (settings.latencyNanos > 0) {
            long end = System.nanoTime() + settings.latencyNanos;
            for (long left = settings.latencyNanos; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }
}
