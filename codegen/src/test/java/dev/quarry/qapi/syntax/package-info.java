/** Tests of lexer and parser. */
@NullMarked
package dev.quarry.qapi.syntax;

import org.jspecify.annotations.NullMarked;
