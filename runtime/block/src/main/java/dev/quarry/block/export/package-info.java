/**
 * Nodes offered to the outside: the table of exports and the NBD server they are offered by.
 *
 * <p>May depend on block, nbd, posix and the generated types. No QMP messages, no Vert.x.
 *
 * <p>Threads: {@link dev.quarry.block.export.BlockExports} may be called from any thread but the
 * main loop; it changes its table in steps on the main loop, and waits (for clients, for requests)
 * on the caller's thread.
 */
@NullMarked
package dev.quarry.block.export;

import org.jspecify.annotations.NullMarked;
