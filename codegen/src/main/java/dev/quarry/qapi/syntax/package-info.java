/**
 * Lexer, parser and documentation comments: text to raw expressions. Knows the shape of the
 * language, not its meaning.
 *
 * <p>May depend on: {@code source}, {@code comment}.
 *
 * <p>Threads: results are immutable; a parser belongs to one compilation.
 */
@NullMarked
package dev.quarry.qapi.syntax;

import org.jspecify.annotations.NullMarked;
