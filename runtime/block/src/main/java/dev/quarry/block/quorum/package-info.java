/**
 * The driver {@code quorum}: several copies of a disk that vote on what is read.
 *
 * <p>May depend on the block layer's generic half, on {@code dev.quarry.posix} and on the generated
 * types. Threads: as {@link dev.quarry.block.BlockDriver} says; a request asks one child after the
 * other on its own thread, and votes that are not unanimous are taken alone on their range.
 */
@NullMarked
package dev.quarry.block.quorum;

import org.jspecify.annotations.NullMarked;
