/**
 * The difference of two schemas, as a client sees it on the wire.
 *
 * <p>May depend on: {@code model}.
 *
 * <p>Threads: everything belongs to one comparison.
 */
@NullMarked
package dev.quarry.qapi.compare;

import org.jspecify.annotations.NullMarked;
