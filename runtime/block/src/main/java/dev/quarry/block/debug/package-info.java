/**
 * The driver {@code blkdebug}: a filter whose rules fail requests on purpose, at steps that the
 * nodes above it tell.
 *
 * <p>May depend on the block layer's generic half, on {@code dev.quarry.posix} and on the generated
 * types. Threads: as {@link dev.quarry.block.BlockDriver} says; the rules have one lock of their
 * own, held for no I/O.
 */
@NullMarked
package dev.quarry.block.debug;

import org.jspecify.annotations.NullMarked;
