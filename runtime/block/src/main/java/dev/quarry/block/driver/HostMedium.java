package dev.quarry.block.driver;

import dev.quarry.block.BlockException;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.ZeroPlan;
import dev.quarry.posix.PosixException;

/**
 * What lies at a path of the host: how its size, its zeros and its space are changed. Failures of
 * the host are {@link PosixException}; any thread.
 */
interface HostMedium {
    /** Asks the host for the size, bytes. */
    long size();

    /** Whether the host can tell holes from data. */
    boolean tellsExtents();

    /**
     * Makes a range zero.
     *
     * @param flags {@code MAY_UNMAP}: give the space back if that is possible; {@code NO_FALLBACK}:
     *     only if that is quicker than writing zeros
     * @param pastEnd the whole range lies past the end
     * @return whether the space was given back
     * @throws BlockException {@code ENOTSUP} if there is no way
     */
    boolean zero(long offset, long bytes, WriteFlags flags, boolean pastEnd);

    /**
     * Gives space back.
     *
     * @throws BlockException {@code ENOTSUP} if there is no way
     */
    void discard(long offset, long bytes);

    /**
     * Changes the size as far as the host lets it.
     *
     * @return the size it has now
     */
    long resize(long newSize);

    /** Whether the host has been found to have no zeros without data. */
    boolean isLacking();

    /** What {@link #zero} would do, as far as is known yet. */
    ZeroPlan plan(boolean mayUnmap);
}
