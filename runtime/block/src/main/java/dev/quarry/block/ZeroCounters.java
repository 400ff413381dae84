package dev.quarry.block;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.LongAdder;

/**
 * What zero detection met at one node since it was opened or reopened: what it saved, and why it
 * did not act. Any thread.
 *
 * <p>The unit is a write, or a run of a write where it is examined in parts.
 */
public final class ZeroCounters {
    private final LongAdder found = new LongAdder();
    private final LongAdder foundBytes = new LongAdder();
    private final LongAdder savedBytes = new LongAdder();
    private final LongAdder punchedBytes = new LongAdder();
    private final LongAdder off = new LongAdder();
    private final LongAdder notZero = new LongAdder();
    private final LongAdder noZeroWrite = new LongAdder();
    private final LongAdder unaligned = new LongAdder();
    private final LongAdder backing = new LongAdder();
    private final LongAdder discardIgnored = new LongAdder();

    /** Writes that held nothing but zeros and were turned into zero writes. */
    public long found() {
        return found.sum();
    }

    /** Payload bytes of {@link #found()}. */
    public long foundBytes() {
        return foundBytes.sum();
    }

    /** How many of {@link #foundBytes()} the driver made zero without being handed the zeros. */
    public long savedBytes() {
        return savedBytes.sum();
    }

    /** Bytes that this node's driver itself gave back, for zeros found here or handed down. */
    public long punchedBytes() {
        return punchedBytes.sum();
    }

    /** Writes not examined because detection is off. */
    public long off() {
        return off.sum();
    }

    /** Writes that were examined and held a byte that is not zero. */
    public long notZero() {
        return notZero.sum();
    }

    /** Writes of zeros, or not examined at all, for which the driver has no zero write. */
    public long noZeroWrite() {
        return noZeroWrite.sum();
    }

    /** Zeros written as data because they cover a part of a block or cluster only. */
    public long unaligned() {
        return unaligned.sum();
    }

    /** Zeros written as data because the image cannot mark zeros above its backing file. */
    public long backing() {
        return backing.sum();
    }

    /** Zero writes that might have unmapped, but for the {@code discard} of the node below. */
    public long discardIgnored() {
        return discardIgnored.sum();
    }

    /** For drivers: so many bytes were given back to the host or to the image. */
    public void countPunched(long bytes) {
        punchedBytes.add(bytes);
    }

    void countFound(long bytes) {
        found.increment();
        foundBytes.add(bytes);
    }

    void countSaved(long bytes) {
        savedBytes.add(bytes);
    }

    void countOff() {
        off.increment();
    }

    void countNotZero() {
        notZero.increment();
    }

    void countNoZeroWrite() {
        noZeroWrite.increment();
    }

    void countUnaligned() {
        unaligned.increment();
    }

    void countDiscardIgnored() {
        discardIgnored.increment();
    }

    /** A piece that the driver refused; null where it does not say why. */
    void countRefused(@Nullable ZeroObstacle why) {
        switch (why) {
            case BACKING -> backing.increment();
            case UNALIGNED -> unaligned.increment();
            case HOST, DRIVER -> noZeroWrite.increment();
            case null -> unaligned.increment();
        }
    }

    /** Puts the counts into a recording, if there is one, and starts anew; the node is drained. */
    void end(BlockNode node) {
        if (Recordings.areMade()) {
            ZeroSummaryEvent.record(node);
        }
        reset();
    }

    private void reset() {
        for (LongAdder each :
                new LongAdder[] {
                    found,
                    foundBytes,
                    savedBytes,
                    punchedBytes,
                    off,
                    notZero,
                    noZeroWrite,
                    unaligned,
                    backing,
                    discardIgnored
                }) {
            each.reset();
        }
    }
}
