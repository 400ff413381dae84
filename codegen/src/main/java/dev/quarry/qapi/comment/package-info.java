/**
 * What a documentation comment says: its parts, and the markup of their text as blocks.
 *
 * <p>May depend on: the JDK.
 *
 * <p>Threads: everything is immutable.
 */
@NullMarked
package dev.quarry.qapi.comment;

import org.jspecify.annotations.NullMarked;
