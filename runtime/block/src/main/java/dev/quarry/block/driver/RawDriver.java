package dev.quarry.block.driver;

import static dev.quarry.block.Permissions.RESIZE;
import static dev.quarry.block.Permissions.WRITE;
import static dev.quarry.block.WriteFlags.FUA;
import static dev.quarry.block.WriteFlags.MAY_UNMAP;
import static dev.quarry.block.WriteFlags.NO_FALLBACK;

import dev.quarry.block.Access;
import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockDriver;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockLimits;
import dev.quarry.block.BlockStatus;
import dev.quarry.block.ChildAccess;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.ChildRole;
import dev.quarry.block.DriverInfo;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.Permissions;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.ZeroPlan;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlkdebugEvent;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The child's bytes as they are, or a window into them.
 *
 * <p>It takes nothing on its child that its own users did not ask for, so any number of idle raw
 * nodes share one file.
 */
public final class RawDriver implements BlockDriver {
    private static final Permissions CHANGING = WRITE.with(RESIZE);

    private final BlockChild file;
    private final Window window;

    private RawDriver(BlockChild file, Window window) {
        this.file = file;
        this.window = window;
    }

    /**
     * The part of the child that is shown; null is "not given".
     *
     * @param offset first byte, at least 0
     * @param size bytes, a multiple of 512
     */
    public record Window(@Nullable Long offset, @Nullable Long size) {
        /** All of it. */
        public static final Window ALL = new Window(null, null);

        /** Checks what can be checked without the child. */
        public Window {
            if (offset != null && offset < 0) {
                throw BlockException.of(Errno.EINVAL, "'offset' is " + offset + ": give 0 or more");
            }
            if (size != null && (size < 0 || size % BlockLimits.SECTOR != 0)) {
                throw BlockException.of(
                        Errno.EINVAL,
                        "'size' is " + size + ": give a multiple of " + BlockLimits.SECTOR);
            }
        }

        long start() {
            return offset == null ? 0 : offset;
        }

        boolean isAll() {
            return start() == 0 && size == null;
        }
    }

    /** Roles of the child: the same content, or only data where a window is set. */
    public static Set<ChildRole> roles(Window window) {
        return window.isAll() ? ChildRole.FILTER : ChildRole.WINDOW;
    }

    /** Defines a node; the child is named {@code file} and has {@link #roles}. */
    public static NodeDefinition define(GivenOptions options, Window window, ChildDefinition file) {
        return NodeDefinition.of(
                "raw", options, List.of(file), context -> open(context.child("file"), window));
    }

    private static RawDriver open(BlockChild file, Window window) {
        long available = file.size() - window.start();
        if (available < 0) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "'offset' is "
                            + window.start()
                            + ", past the end of '"
                            + file.node().name()
                            + "' at "
                            + file.size());
        }
        if (window.size != null && window.size > available) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "'offset' and 'size' reach past the end of '"
                            + file.node().name()
                            + "' at "
                            + file.size());
        }
        return new RawDriver(file, window);
    }

    @Override
    public String name() {
        return "raw";
    }

    @Override
    public long size() {
        return window.size == null ? Math.max(0, file.size() - window.start()) : window.size;
    }

    @Override
    public BlockLimits limits() {
        BlockLimits below = file.node().driver().limits();
        return BlockLimits.BYTES
                .withFlags(
                        below.writeFlags().and(FUA),
                        below.zeroFlags().and(FUA.with(MAY_UNMAP).with(NO_FALLBACK)))
                .withDiscard(below.discardAlignment(), 0);
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        file.step(BlkdebugEvent.READ_AIO);
        file.read(window.start() + offset, into);
    }

    @Override
    public void write(long offset, ByteBuffer from, WriteFlags flags) {
        requireInside("write", offset, from.remaining());
        file.step(BlkdebugEvent.WRITE_AIO);
        file.write(window.start() + offset, from, flags);
    }

    @Override
    public boolean hasZeroWrite() {
        return true;
    }

    @Override
    public void writeZeroes(long offset, long bytes, WriteFlags flags) {
        requireInside("write zeroes", offset, bytes);
        file.writeZeroes(window.start() + offset, bytes, flags);
    }

    @Override
    public ZeroPlan zeroPlan(boolean mayUnmap) {
        boolean kept = mayUnmap && file.node().options().unmap();
        String words = "The zero write is handed on" + (kept ? ", and may unmap." : ".");
        boolean stripped = mayUnmap && !kept;
        return ZeroPlan.passed(
                ZeroPlan.Action.PASS_ON,
                stripped ? words + " It may not unmap, as the 'discard' below is 'ignore'." : words,
                file);
    }

    @Override
    public boolean hasDiscard() {
        return true;
    }

    @Override
    public void discard(long offset, long bytes) {
        requireInside("discard", offset, bytes);
        file.discard(window.start() + offset, bytes);
    }

    @Override
    public boolean hasBlockStatus() {
        return true;
    }

    @Override
    public BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        return BlockStatus.raw(bytes, window.start() + offset, file.node());
    }

    @Override
    public void truncate(long newSize) {
        if (window.size != null) {
            throw BlockException.notSupported(
                    "A raw node with 'size' cannot be resized: remove 'size' first");
        }
        file.truncate(window.start() + newSize);
    }

    @Override
    public Access childAccess(BlockChild child, Access own) {
        Access byRole = ChildAccess.byRole(child, own);
        Permissions changing = own.used().and(CHANGING);
        return new Access(byRole.used().without(CHANGING).with(changing), byRole.shared());
    }

    @Override
    public @Nullable DriverInfo info() {
        return file.node().driver().info();
    }

    @Override
    public Map<String, Object> strongOptions() {
        Map<String, Object> options = new LinkedHashMap<>();
        if (window.offset != null) {
            options.put("offset", window.offset);
        }
        if (window.size != null) {
            options.put("size", window.size);
        }
        return options;
    }

    @Override
    public void close() {}

    /** Only a parent that does not look at the size, as a format does not, comes past it. */
    private void requireInside(String operation, long offset, long bytes) {
        if (window.size != null && offset > window.size - bytes) {
            throw BlockException.io(
                    Errno.ENOSPC, operation, file.node().name(), offset, "past the raw 'size'");
        }
    }
}
