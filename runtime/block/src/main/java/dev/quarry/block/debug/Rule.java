package dev.quarry.block.debug;

import dev.quarry.block.BlockException;
import dev.quarry.block.BlockLimits;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlkdebugEvent;
import dev.quarry.qapi.generated.BlkdebugIOType;
import dev.quarry.qapi.generated.BlkdebugInjectErrorOptions;
import dev.quarry.qapi.generated.BlkdebugSetStateOptions;

import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** What happens at an event, if the node is in the rule's state. */
sealed interface Rule {
    /** When. */
    BlkdebugEvent event();

    /** The state the node must be in; 0 for any. */
    long state();

    /** Whether the rule holds in a state. */
    default boolean holdsIn(long now) {
        return state() == 0 || state() == now;
    }

    /** The node gets another state. */
    record NewState(BlkdebugEvent event, long state, long next) implements Rule {
        static NewState of(BlkdebugSetStateOptions given) {
            return new NewState(given.event(), orZero(given.state()), given.newState());
        }
    }

    /**
     * Requests fail from now on.
     *
     * @param kinds the requests concerned
     * @param errno the error's number; 0 lets the request through
     * @param offset the byte that a request must touch; -1 for every request
     * @param once whether it is over after one request
     */
    record Failure(
            BlkdebugEvent event,
            long state,
            Set<BlkdebugIOType> kinds,
            int errno,
            long offset,
            boolean once)
            implements Rule {
        private static final int MAX_ERRNO = 4095;
        private static final long MAX_SECTOR = BlockLimits.MAX_LENGTH / BlockLimits.SECTOR;
        private static final Set<BlkdebugIOType> USUAL =
                EnumSet.complementOf(EnumSet.of(BlkdebugIOType.BLOCK_STATUS));

        static Failure of(BlkdebugInjectErrorOptions given) {
            return new Failure(
                    given.event(),
                    orZero(given.state()),
                    kinds(given.iotype()),
                    errno(given.errno()),
                    offset(given.sector()),
                    Boolean.TRUE.equals(given.once()));
        }

        private static Set<BlkdebugIOType> kinds(@Nullable BlkdebugIOType only) {
            return Collections.unmodifiableSet(only == null ? USUAL : EnumSet.of(only));
        }

        private static int errno(@Nullable Long given) {
            long errno = Objects.requireNonNullElse(given, (long) Errno.EIO.value());
            if (errno < 0 || errno > MAX_ERRNO) {
                throw BlockException.of(
                        Errno.EINVAL, "'errno' is " + errno + ": give 0 to " + MAX_ERRNO);
            }
            return (int) errno;
        }

        private static long offset(@Nullable Long given) {
            long sector = Objects.requireNonNullElse(given, -1L);
            if (sector < -1 || sector > MAX_SECTOR) {
                throw BlockException.of(
                        Errno.EINVAL, "'sector' is " + sector + ": give -1 to " + MAX_SECTOR);
            }
            return sector == -1 ? -1 : sector * BlockLimits.SECTOR;
        }

        boolean concerns(BlkdebugIOType kind, long from, long bytes) {
            boolean touched = offset == -1 || (offset >= from && offset - from < bytes);
            return touched && kinds.contains(kind);
        }
    }

    private static long orZero(@Nullable Long state) {
        return state == null ? 0 : state;
    }
}
