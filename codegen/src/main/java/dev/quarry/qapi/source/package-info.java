/**
 * Where schema text comes from and how to point at it: files, locations, the include chain,
 * diagnostics.
 *
 * <p>May depend on: the JDK.
 *
 * <p>Threads: everything is immutable but {@link dev.quarry.qapi.source.Diagnostics}, which belongs
 * to one compilation.
 */
@NullMarked
package dev.quarry.qapi.source;

import org.jspecify.annotations.NullMarked;
