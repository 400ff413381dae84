/**
 * From raw expressions to a linked schema: the form of each expression, names, definitions, and
 * what only the whole can tell. Each phase reports everything it finds before the next one begins.
 *
 * <p>May depend on: {@code source}, {@code comment}, {@code syntax}, {@code model}.
 *
 * <p>Threads: everything belongs to one compilation.
 */
@NullMarked
package dev.quarry.qapi.check;

import org.jspecify.annotations.NullMarked;
