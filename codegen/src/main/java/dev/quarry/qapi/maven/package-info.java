/**
 * The Maven goal.
 *
 * <p>May depend on: the compiler's top package, {@code source}; Maven.
 *
 * <p>Threads: a goal belongs to one build thread; goals share nothing.
 */
@NullMarked
package dev.quarry.qapi.maven;

import org.jspecify.annotations.NullMarked;
