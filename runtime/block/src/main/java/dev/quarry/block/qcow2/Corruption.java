package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;

/**
 * Remembers that an image contradicts itself. From then on nothing is read or written through it,
 * and a version 3 image carries the mark in its header. Any thread may call.
 */
final class Corruption {
    private final HeaderFlags flags;
    private final Listener listener;
    private volatile boolean found;

    /** Is told once, from the thread whose request found the damage. */
    @FunctionalInterface
    interface Listener {
        void corrupted(String message);
    }

    /** For an image with these flags, which ignore marks when they may not be written. */
    Corruption(HeaderFlags flags, Listener listener) {
        this.flags = flags;
        this.listener = listener;
    }

    /** Marks the image, and gives the exception to throw. */
    BlockException mark(String what) {
        BlockException refusal = Refusal.corrupt(what);
        if (!found) {
            found = true;
            markHeader(refusal);
            listener.corrupted(what);
        }
        return refusal;
    }

    /** Refuses all further work on a damaged image. */
    void check() {
        if (found) {
            throw Refusal.corrupt("damage was found earlier, and nothing more is read or written");
        }
    }

    boolean isFound() {
        return found;
    }

    private void markHeader(BlockException refusal) {
        try {
            flags.set(Features.CORRUPT);
        } catch (BlockException failure) {
            refusal.addSuppressed(failure);
        }
    }
}
