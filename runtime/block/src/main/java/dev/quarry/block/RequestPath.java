package dev.quarry.block;

import java.nio.ByteBuffer;

/** The way of every request to one node's driver. */
final class RequestPath {
    private final BlockNode node;

    RequestPath(BlockNode node) {
        this.node = node;
    }

    void read(long offset, ByteBuffer into) {
        node.driver().read(offset, into);
    }

    void write(long offset, ByteBuffer from, WriteFlags flags) {
        node.driver().write(offset, from, flags);
    }

    void writeZeroes(long offset, long bytes, WriteFlags flags) {
        node.driver().writeZeroes(offset, bytes, flags);
    }

    void discard(long offset, long bytes) {
        node.driver().discard(offset, bytes);
    }

    void flush() {
        node.driver().flush();
        node.driver().sync();
        node.children().forEach(BlockChild::flush);
    }

    void truncate(long newSize) {
        node.driver().truncate(newSize);
    }

    BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        return node.driver().blockStatus(offset, bytes, wantZero);
    }

    BlockStatus blockStatusAbove(long offset, long bytes, boolean wantZero) {
        return blockStatus(offset, bytes, wantZero);
    }

    boolean readsAsZeros(long offset, long bytes) {
        return blockStatusAbove(offset, bytes, true).isZero();
    }

    int inFlight() {
        return 0;
    }

    static long roundUp(long value, long multiple) {
        return Math.ceilDiv(value, multiple) * multiple;
    }
}
