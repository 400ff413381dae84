/**
 * Limits on how much is done in a time, which several users share: leaky buckets, and turns.
 *
 * <p>Depends on the generated types alone. Threads: any thread may call; whoever has to wait is
 * held on its own thread.
 */
@NullMarked
package dev.quarry.block.throttle;

import org.jspecify.annotations.NullMarked;
