package dev.quarry.block.driver;

import dev.quarry.block.Access;
import dev.quarry.block.BlockDriver;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockLimits;
import dev.quarry.block.BlockNode;
import dev.quarry.block.BlockStatus;
import dev.quarry.block.DriverInfo;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.OpenContext;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.ZeroObstacle;
import dev.quarry.block.ZeroPlan;
import dev.quarry.posix.Errno;
import dev.quarry.posix.PosixException;
import dev.quarry.posix.PosixFile;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A file or a disk of the host.
 *
 * <p>Requests run on the caller's thread. With {@code cache.direct} they bypass the page cache: the
 * request path aligns offsets and lengths, and memory that is not aligned is copied through the
 * buffer pool. With {@code auto-read-only} the descriptor is opened for writing only while somebody
 * may write.
 */
public final class FileDriver implements BlockDriver {
    private final BlockNode node;
    private final String filename;
    private final HostKind kind;
    private final FileHandle handle;
    private final PosixFile file;
    private final HostMedium medium;
    private final DiscardCounters discards = new DiscardCounters();
    private final boolean needsDirect;

    /** Changes only while the node is drained. */
    private volatile FileIo io;

    /** Grows with writes; nobody else is expected to change the file's size. */
    private final AtomicLong size;

    /** Why syncing failed once: what was in the page cache then may be lost for good. */
    private volatile @Nullable PosixException syncFailure;

    private FileDriver(BlockNode node, HostKind kind, FileSettings settings, FileHandle handle) {
        this.node = node;
        this.kind = kind;
        this.filename = settings.filename();
        this.needsDirect = settings.nativeAio();
        this.handle = handle;
        this.file = handle.file();
        this.medium = kind.medium(file);
        this.size = new AtomicLong(medium.size());
        this.io = FileIo.of(file, node, handle.alignment());
    }

    /** Defines a node on a regular file. */
    public static NodeDefinition define(GivenOptions options, FileSettings settings) {
        return define(options, HostKind.FILE, settings);
    }

    /** Defines a node on a disk of the host. */
    static NodeDefinition defineDevice(GivenOptions options, FileSettings settings) {
        return define(options, HostKind.DEVICE, settings);
    }

    private static NodeDefinition define(
            GivenOptions options, HostKind kind, FileSettings settings) {
        return NodeDefinition.of(
                kind.driver(), options, List.of(), context -> open(context, kind, settings));
    }

    private static FileDriver open(OpenContext context, HostKind kind, FileSettings settings) {
        requireDirectFor(settings.nativeAio(), context.node());
        FileHandle handle = FileHandle.open(context.node(), kind, settings);
        try {
            return new FileDriver(context.node(), kind, settings, handle);
        } catch (PosixException failure) {
            handle.close();
            throw FileHandle.cannotOpen(settings.filename(), failure);
        }
    }

    private static void requireDirectFor(boolean nativeAio, BlockNode node) {
        if (nativeAio && !node.options().cacheDirect()) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "'aio' is 'native', which needs 'cache.direct': set it to true, or 'aio' to"
                            + " 'threads'");
        }
    }

    @Override
    public String name() {
        return kind.driver();
    }

    @Override
    public long size() {
        return size.get();
    }

    @Override
    public BlockLimits limits() {
        return io.limits();
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        try {
            io.transfer().read(offset, into);
        } catch (PosixException failure) {
            throw failed("read", offset, failure);
        }
    }

    @Override
    public void write(long offset, ByteBuffer from, WriteFlags flags) {
        long end = offset + from.remaining();
        try {
            io.transfer().write(offset, from);
            grewTo(end);
        } catch (PosixException failure) {
            throw failed("write", offset, failure);
        }
    }

    @Override
    public boolean hasZeroWrite() {
        return true;
    }

    @Override
    public void writeZeroes(long offset, long bytes, WriteFlags flags) {
        long end = offset + bytes;
        long before = size();
        try {
            if (medium.zero(offset, bytes, flags, offset >= before)) {
                node.zeroCounters().countPunched(Math.max(0, Math.min(end, before) - offset));
                growByAHole(before, end);
            }
            grewTo(end);
        } catch (PosixException failure) {
            throw failed("write zeroes", offset, failure);
        } finally {
            io.extents().forget(offset, bytes);
        }
    }

    /** A hole punched past the end leaves the length as it was. Zero writes there run alone. */
    private void growByAHole(long before, long end) {
        if (end > before) {
            file.truncate(end);
        }
    }

    @Override
    public boolean hasDiscard() {
        return true;
    }

    @Override
    public void discard(long offset, long bytes) {
        boolean done = false;
        try {
            medium.discard(offset, bytes);
            done = true;
        } catch (PosixException failure) {
            throw failed("discard", offset, failure);
        } finally {
            discards.ended(done, bytes);
            io.extents().forget(offset, bytes);
        }
    }

    @Override
    public void sync() {
        PosixException before = syncFailure;
        if (before != null) {
            throw failed("flush", 0, before);
        }
        try {
            file.sync();
        } catch (PosixException failure) {
            if (!node.options().cacheDirect()) {
                syncFailure = failure;
            }
            throw failed("flush", 0, failure);
        }
    }

    @Override
    public boolean hasBlockStatus() {
        return medium.tellsExtents();
    }

    @Override
    public BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        return wantZero ? io.extents().at(offset, bytes) : BlockStatus.data(bytes, offset, node);
    }

    @Override
    public void truncate(long newSize) {
        try {
            size.set(medium.resize(newSize));
        } catch (PosixException failure) {
            throw failed("resize", newSize, failure);
        } finally {
            io.extents().forget(0, Long.MAX_VALUE);
        }
    }

    @Override
    public @Nullable ZeroObstacle zeroObstacle() {
        return medium.isLacking() ? ZeroObstacle.HOST : null;
    }

    @Override
    public ZeroPlan zeroPlan(boolean mayUnmap) {
        return medium.plan(mayUnmap);
    }

    /** The discards of this file since it was opened. Any thread. */
    public DiscardCounters discards() {
        return discards;
    }

    /** Whether this is a disk, and no regular file. */
    public boolean isDevice() {
        return kind == HostKind.DEVICE;
    }

    @Override
    public void prepareAccess(Access own) {
        requireDirectFor(needsDirect, node);
        handle.prepare(own);
    }

    @Override
    public void commitAccess() {
        if (handle.commit()) {
            io = FileIo.of(file, node, handle.alignment());
        }
    }

    @Override
    public void abortAccess() {
        handle.abort();
    }

    @Override
    public DriverInfo info() {
        return new DriverInfo(0, false);
    }

    /** Unknown once a query meets the node while it is being closed. */
    @Override
    public long allocatedBytes() {
        try {
            return file.status().allocatedBytes();
        } catch (PosixException failure) {
            if (failure.errno() == Errno.EBADF) {
                return -1;
            }
            throw failed("query", 0, failure);
        }
    }

    @Override
    public String exactFilename() {
        return filename;
    }

    @Override
    public Map<String, Object> strongOptions() {
        return Map.of("filename", filename);
    }

    @Override
    public void close() {
        handle.close();
    }

    private void grewTo(long end) {
        if (end > size.get()) {
            size.accumulateAndGet(end, Math::max);
        }
    }

    private BlockException failed(String operation, long offset, PosixException failure) {
        Errno errno = failure.errno();
        return BlockException.io(errno, operation, node.name(), offset, failure.reason(), failure);
    }
}
