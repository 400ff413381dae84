/**
 * Images for Java programs, without a daemon: a qcow2 file as a channel of the disk inside it.
 *
 * <p>May depend on block, its drivers and formats, and the generated types.
 *
 * <p>Threads: any thread may call, several at once; requests run on the caller's thread. Each open
 * image has a main loop of its own, a daemon thread that sleeps unless the image is opened, closed
 * or resized.
 */
@NullMarked
package dev.quarry.block.image;

import org.jspecify.annotations.NullMarked;
