/**
 * What generated types need at run time: strict decoding with the path of a wrong parameter,
 * encoding to a Jackson generator, conditions, errors, and the two ends a command travels between.
 *
 * <p>May depend on: Jackson, JSpecify. Names no generated type.
 *
 * <p>Threads: every value here is immutable but {@link dev.quarry.qmp.codec.ObjectInput}, which
 * belongs to the one decode call that made it.
 */
@NullMarked
package dev.quarry.qmp.codec;

import org.jspecify.annotations.NullMarked;
