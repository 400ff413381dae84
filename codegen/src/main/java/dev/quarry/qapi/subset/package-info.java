/**
 * A part of a schema that is a schema itself: what exists under some conditions, what some files
 * need.
 *
 * <p>May depend on: {@code model}.
 *
 * <p>Threads: everything belongs to the one call that asked for it.
 */
@NullMarked
package dev.quarry.qapi.subset;

import org.jspecify.annotations.NullMarked;
