package dev.quarry.block;

import dev.quarry.block.throttle.ThrottleGroup;
import dev.quarry.posix.Errno;

/** Where a graph finds groups of limits by their names. Any thread. */
public interface ThrottleSource {
    /** There are none. */
    ThrottleSource NONE =
            (name, user) -> {
                throw BlockException.of(Errno.ENOENT, "There is no throttle group '" + name + "'");
            };

    /**
     * The group of that name, which stays until the use is closed.
     *
     * @param user for messages: {@code "node 't'"}
     * @throws RuntimeException if there is none, in words for people
     */
    Use use(String name, String user);

    /** A group in use. */
    interface Use extends AutoCloseable {
        /** The group. */
        ThrottleGroup group();

        /** Gives it up. Once; waits for nothing. */
        @Override
        void close();
    }
}
