/**
 * The QAPI compiler: the command line, and the whole of a run. The work is done by the packages
 * below.
 *
 * <p>May depend on: every package of the compiler but {@code maven}; picocli.
 *
 * <p>Threads: a run belongs to one thread; runs share nothing.
 */
@NullMarked
package dev.quarry.qapi;

import org.jspecify.annotations.NullMarked;
