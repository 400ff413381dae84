/**
 * The one place that calls the C library: files, holes, locks and their error numbers.
 *
 * <p>May depend on the JDK alone; nobody else may use {@code java.lang.foreign}. Callers see {@code
 * long}, {@link java.nio.ByteBuffer} and {@link dev.quarry.posix.Errno}, never a memory segment.
 * Every method may be called from any thread; what blocks in the kernel holds a virtual thread's
 * carrier, so hot paths run on platform threads.
 */
@NullMarked
package dev.quarry.posix;

import org.jspecify.annotations.NullMarked;
