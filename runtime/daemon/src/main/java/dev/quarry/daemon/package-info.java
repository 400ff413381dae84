/**
 * The program {@code quarryd}: command line, start order and shutdown.
 *
 * <p>May depend on: every part of Quarry; picocli and Vert.x stay inside the daemon module. {@link
 * dev.quarry.daemon.Main} reads the command line, {@link dev.quarry.daemon.Daemon} puts the parts
 * together. Threads: starting runs on the main thread, shutdown on the hook's.
 */
@NullMarked
package dev.quarry.daemon;

import org.jspecify.annotations.NullMarked;
