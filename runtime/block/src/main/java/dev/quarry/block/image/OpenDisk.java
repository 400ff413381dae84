package dev.quarry.block.image;

import dev.quarry.block.Access;
import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockEvents;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockGraph;
import dev.quarry.block.BlockStatus;
import dev.quarry.block.MainLoop;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.Permissions;
import dev.quarry.block.WriteFlags;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A node in a graph of its own, with one user. Any thread; failures are as channels have them. */
final class OpenDisk {
    private static final Permissions READ = Permissions.CONSISTENT_READ;
    private static final Access READING =
            new Access(READ, Permissions.ALL.without(Permissions.RESIZE));
    private static final Access WRITING =
            new Access(READ.with(Permissions.WRITE).with(Permissions.RESIZE), READ);

    private final MainLoop loop = new MainLoop();
    private final BlockGraph graph = new BlockGraph(loop, BlockEvents.NONE);
    private final BlockBackend disk;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * @throws BlockException saying what cannot be opened; nothing stays open
     */
    OpenDisk(NodeDefinition definition, boolean writable) {
        try {
            disk = graph.openFor(definition, writable ? WRITING : READING, "this program");
        } catch (RuntimeException refused) {
            endGraph();
            throw refused;
        }
    }

    /** Bytes of the disk. */
    long size() throws ClosedChannelException {
        requireOpen();
        return disk.node().driver().size();
    }

    /** Reads as much as there is; -1 at the end. The buffer's position follows. */
    int read(long offset, ByteBuffer into) throws IOException {
        long rest = rest(offset);
        if (rest <= 0) {
            return -1;
        }
        return move(into, rest, part -> disk.read(offset, part));
    }

    /** Writes as much as there is room for. The buffer's position follows. */
    int write(long offset, ByteBuffer from) throws IOException {
        requireWritable();
        long rest = rest(offset);
        if (rest <= 0 && from.hasRemaining()) {
            throw new IOException("The disk ends at " + size() + ": use resize() first");
        }
        return move(from, rest, part -> disk.write(offset, part, WriteFlags.NONE));
    }

    void writeZeroes(long offset, long bytes, WriteFlags flags) throws IOException {
        requireWritable();
        attempt(() -> disk.writeZeroes(offset, bytes, flags));
    }

    Extent extent(long offset, long bytes) throws IOException {
        requireOpen();
        try {
            BlockStatus status = disk.blockStatus(offset, bytes, true);
            boolean allocated = status.isAllocated() && status.depth() == 1;
            return new Extent(offset, status.bytes(), status.isZero(), allocated);
        } catch (BlockException failure) {
            throw asIo(failure);
        }
    }

    void resize(long bytes) throws IOException {
        requireWritable();
        attempt(() -> disk.truncate(bytes));
    }

    void flush() throws IOException {
        requireOpen();
        attempt(disk::flush);
    }

    boolean isOpen() {
        return !closed.get();
    }

    void requireWritable() throws ClosedChannelException {
        requireOpen();
        if (!disk.isWritable()) {
            throw new NonWritableChannelException();
        }
    }

    /** Flushes and lets go of all files. Once is enough. */
    void close() throws IOException {
        if (closed.compareAndSet(false, true)) {
            try {
                attempt(disk::flush);
            } finally {
                disk.close();
                endGraph();
            }
        }
    }

    private void endGraph() {
        graph.close();
        loop.close();
    }

    private void requireOpen() throws ClosedChannelException {
        if (closed.get()) {
            throw new ClosedChannelException();
        }
    }

    private long rest(long offset) throws ClosedChannelException {
        if (offset < 0) {
            throw new IllegalArgumentException("offset " + offset + " is negative");
        }
        return size() - offset;
    }

    /** Moves what fits into {@code most} bytes. */
    private static int move(ByteBuffer buffer, long most, Consumer<ByteBuffer> request)
            throws IOException {
        int count = (int) Math.min(buffer.remaining(), Math.max(0, most));
        ByteBuffer part = buffer.slice(buffer.position(), count);
        attempt(() -> request.accept(part));
        buffer.position(buffer.position() + count);
        return count;
    }

    private static void attempt(Runnable request) throws IOException {
        try {
            request.run();
        } catch (BlockException failure) {
            throw asIo(failure);
        }
    }

    private static IOException asIo(BlockException failure) {
        return new IOException(failure.getMessage(), failure);
    }
}
