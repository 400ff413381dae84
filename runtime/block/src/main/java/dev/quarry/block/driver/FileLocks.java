package dev.quarry.block.driver;

import dev.quarry.block.Access;
import dev.quarry.block.BlockException;
import dev.quarry.block.Permissions;
import dev.quarry.posix.Errno;
import dev.quarry.posix.PosixException;
import dev.quarry.posix.PosixFile;

import java.util.function.LongConsumer;

/**
 * Tells other programs (and other nodes of this one) by shared locks on single bytes what is done
 * to a file and what is not tolerated, and asks what they told.
 *
 * <p>Byte 100 + i is locked while permission i is used, byte 200 + i while permission i is not
 * shared. Both are taken first and then looked for with the others: so of two who come at once, at
 * least one sees the other. Bytes 0 to 99 are left to management programs. Main loop only.
 */
final class FileLocks {
    private static final long USED = 100;
    private static final long UNSHARED = 200;
    private static final int BITS = 4;

    private final String filename;
    private int heldUsed;
    private int heldUnshared;
    private int oldUsed;
    private int oldUnshared;
    private int newUsed;
    private int newUnshared;

    FileLocks(String filename) {
        this.filename = filename;
    }

    /** Whether the file system knows this kind of lock. */
    static boolean areKnown(PosixFile file) {
        try {
            file.isLockedByOther(USED);
            return true;
        } catch (PosixException unknown) {
            return false;
        }
    }

    /** Takes what is needed more than now, and refuses if others do not tolerate it. */
    void prepare(PosixFile file, Access access) {
        oldUsed = heldUsed;
        oldUnshared = heldUnshared;
        newUsed = access.used().bits();
        newUnshared = access.shared().inverse().bits();
        try {
            hold(file, oldUsed | newUsed, oldUnshared | newUnshared);
            requireTolerated(file);
        } catch (BlockException | PosixException refused) {
            hold(file, oldUsed, oldUnshared);
            throw refused instanceof PosixException failure ? failed(failure) : refused;
        }
    }

    /** Keeps only what the prepared access needs. */
    void commit(PosixFile file) {
        hold(file, newUsed, newUnshared);
    }

    /** Keeps only what was held before. */
    void abort(PosixFile file) {
        hold(file, oldUsed, oldUnshared);
    }

    /** Takes on another open file what is held on this. */
    void copyTo(PosixFile other) {
        forEachBit(heldUsed, bit -> other.lockShared(USED + bit));
        forEachBit(heldUnshared, bit -> other.lockShared(UNSHARED + bit));
    }

    private void hold(PosixFile file, int used, int unshared) {
        forEachBit(used & ~heldUsed, bit -> file.lockShared(USED + bit));
        forEachBit(heldUsed & ~used, bit -> file.unlock(USED + bit));
        heldUsed = used;
        forEachBit(unshared & ~heldUnshared, bit -> file.lockShared(UNSHARED + bit));
        forEachBit(heldUnshared & ~unshared, bit -> file.unlock(UNSHARED + bit));
        heldUnshared = unshared;
    }

    /** What was held before was asked for then: others look at it, so it is still good. */
    private void requireTolerated(PosixFile file) {
        forEachBit(newUsed & ~oldUsed, bit -> requireFree(file, UNSHARED + bit, "", bit));
        forEachBit(
                newUnshared & ~oldUnshared, bit -> requireFree(file, USED + bit, "shared ", bit));
    }

    private void requireFree(PosixFile file, long offset, String kind, long bit) {
        if (file.isLockedByOther(offset)) {
            throw BlockException.of(
                    Errno.EAGAIN,
                    "Cannot get the %s\"%s\" lock on '%s': another process or node uses the file"
                            .formatted(kind, Permissions.ofBit((int) bit), filename));
        }
    }

    private BlockException failed(PosixException failure) {
        return BlockException.of(
                failure.errno(), "Cannot lock '" + filename + "': " + failure.reason(), failure);
    }

    private static void forEachBit(int bits, LongConsumer action) {
        for (int bit = 0; bit < BITS; bit++) {
            if ((bits & 1 << bit) != 0) {
                action.accept(bit);
            }
        }
    }
}
