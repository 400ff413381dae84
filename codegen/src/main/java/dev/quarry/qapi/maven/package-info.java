/**
 * The Maven goals.
 *
 * <p>May depend on: the rest of the compiler; Maven.
 *
 * <p>Threads: a goal belongs to one build thread; goals share nothing.
 */
@NullMarked
package dev.quarry.qapi.maven;

import org.jspecify.annotations.NullMarked;
