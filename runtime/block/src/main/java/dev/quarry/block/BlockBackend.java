package dev.quarry.block;

import dev.quarry.posix.Errno;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A user's handle on a node: exports, jobs and tests do all their I/O through one.
 *
 * <p>I/O methods may be called from any thread and block. A range that is negative or reaches past
 * the end fails with {@code EIO}; nothing at the very end is fine. Requests are counted, and wait
 * while the node is drained; after {@link #close} they fail with {@code ESHUTDOWN}. Buffers are
 * consumed: the position ends at the limit.
 */
public final class BlockBackend implements NodeUser, AutoCloseable {
    private final BlockGraph graph;
    private final String description;
    private final BlockChild root;
    private final RequestGate gate = new RequestGate();
    private final AtomicBoolean closed = new AtomicBoolean();

    private BlockBackend(BlockGraph graph, BlockNode node, String description) {
        this.graph = graph;
        this.description = description;
        this.root = new BlockChild("root", Set.of(), this, node);
    }

    /**
     * Takes hold of a node. Any thread.
     *
     * @param access what will be done, and what others may do meanwhile
     * @param description for messages: {@code "export 'e1'"}
     * @throws BlockException if another user of the node, its options or a file lock forbid it
     */
    public static BlockBackend open(BlockNode node, Access access, String description) {
        BlockGraph graph = node.graph();
        return graph.loop()
                .call(() -> {
                    BlockBackend backend = new BlockBackend(graph, node, description);
                    GraphEdges.attach(backend.root, access);
                    graph.drains().holdBack(backend.gate, node);
                    return backend;
                });
    }

    /** The node. */
    public BlockNode node() {
        return root.node();
    }

    /** What it takes and shares at present. */
    public Access access() {
        return root.access();
    }

    /** Size of the node in bytes, a multiple of 512. */
    public long size() {
        return node().size();
    }

    /** Whether writes are allowed to it. */
    public boolean isWritable() {
        return root.access().used().has(Permissions.WRITE);
    }

    /** Fills the buffer from the offset on. */
    public void read(long offset, ByteBuffer into) {
        RequestCounter counter = node().requests().reads();
        enter("read", counter, offset, into.remaining());
        long start = System.nanoTime();
        try {
            root.read(offset, into);
            counter.tookSince(start);
        } finally {
            gate.leave();
        }
    }

    /** Writes what remains in the buffer. */
    public void write(long offset, ByteBuffer from, WriteFlags flags) {
        RequestCounter counter = node().requests().writes();
        enter("write", counter, offset, from.remaining());
        long start = System.nanoTime();
        try {
            root.write(offset, from, flags);
            counter.tookSince(start);
        } finally {
            gate.leave();
        }
    }

    /**
     * Makes a range read as zeros. {@code MAY_UNMAP} is passed on whatever the node's own {@code
     * discard} says; nodes below decide for themselves.
     *
     * @throws BlockException {@code ENOTSUP} only with {@code NO_FALLBACK}
     */
    public void writeZeroes(long offset, long bytes, WriteFlags flags) {
        RequestCounter counter = node().requests().writes();
        enter("write zeroes", counter, offset, bytes);
        long start = System.nanoTime();
        try {
            root.writeZeroesAsAsked(offset, bytes, flags);
            counter.tookSince(start);
        } finally {
            gate.leave();
        }
    }

    /** Discards a range, if the node passes discards on; else does nothing. */
    public void discard(long offset, long bytes) {
        RequestCounter counter = node().requests().discards();
        enter("discard", counter, offset, bytes);
        long start = System.nanoTime();
        try {
            root.discard(offset, bytes);
            counter.tookSince(start);
        } finally {
            gate.leave();
        }
    }

    /** Puts everything written before to stable storage. */
    public void flush() {
        enter();
        long start = System.nanoTime();
        try {
            root.flush();
            node().requests().flushes().tookSince(start);
        } finally {
            gate.leave();
        }
    }

    /**
     * What is known of a range, through the whole backing chain: data or zeros, at least one byte
     * long unless the range is empty, with the depth of the layer that decides.
     */
    public BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        enter("block status", node().requests().reads(), offset, bytes);
        try {
            return node().path().blockStatusAbove(offset, bytes, wantZero);
        } finally {
            gate.leave();
        }
    }

    /**
     * Changes the node's size, with all requests waiting meanwhile. Not on the main loop, and not
     * by a thread that is inside a request.
     */
    public void truncate(long newSize) {
        enter();
        gate.leave();
        try (Drained _ = graph.drain(node())) {
            root.truncate(newSize);
        }
    }

    /** Waits for its requests and lets go of the node. Not on the main loop. Once is enough. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try (Hurry _ = hurry()) {
                gate.awaitIdle();
            }
            graph.release(root);
        }
    }

    /**
     * Until what is returned is closed, no request lasts long: for one who cuts users off and waits
     * for what they have under way. Any thread.
     */
    public Hurry hurry() {
        return Hurry.of(List.of(node()), Hurry.CLOSING);
    }

    /** The description given when it was opened. */
    @Override
    public String describe() {
        return description;
    }

    RequestGate gate() {
        return gate;
    }

    private void enter(String operation, RequestCounter kind, long offset, long bytes) {
        enter();
        try {
            requireInside(operation, offset, bytes);
        } catch (BlockException outside) {
            gate.leave();
            kind.countInvalid();
            throw outside;
        }
    }

    /** Whoever closes waits for those inside, so who finds it open here may use the node. */
    private void enter() {
        gate.enter();
        if (closed.get()) {
            gate.leave();
            throw BlockException.of(Errno.ESHUTDOWN, description + " has let go of its node");
        }
    }

    private void requireInside(String operation, long offset, long bytes) {
        if (offset < 0 || bytes < 0 || offset > size() - bytes) {
            throw BlockException.io(
                    Errno.EIO,
                    operation,
                    node().name(),
                    offset,
                    bytes + " bytes are not inside its " + size() + " bytes");
        }
    }
}
