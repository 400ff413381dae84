/** Tests of the compiler: cases as data, golden output, and other projects' schemas. */
@NullMarked
package dev.quarry.qapi;

import org.jspecify.annotations.NullMarked;
