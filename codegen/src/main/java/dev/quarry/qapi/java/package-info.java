/**
 * The Java back end: types, codecs, command interfaces, command table, client, events. One class a
 * kind of output.
 *
 * <p>May depend on: {@code model}, {@code subset}, JavaPoet.
 *
 * <p>Threads: everything belongs to one generation.
 */
@NullMarked
package dev.quarry.qapi.java;

import org.jspecify.annotations.NullMarked;
