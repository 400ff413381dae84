package dev.quarry.block.driver;

import static dev.quarry.block.WriteFlags.MAY_UNMAP;
import static dev.quarry.block.WriteFlags.NONE;
import static dev.quarry.block.WriteFlags.NO_FALLBACK;

import dev.quarry.block.BlockLimits;
import dev.quarry.block.BlockNode;
import dev.quarry.block.WriteFlags;
import dev.quarry.posix.PosixFile;

/**
 * How a file is read and written under one alignment; another one takes its place when the page
 * cache is switched on or off.
 */
record FileIo(FileTransfer transfer, FileExtents extents, BlockLimits limits) {
    private static final WriteFlags ZERO_FLAGS = MAY_UNMAP.with(NO_FALLBACK);

    static FileIo of(PosixFile file, BlockNode node, DirectAlignment alignment) {
        return new FileIo(
                new FileTransfer(file, alignment.memory()),
                new FileExtents(file, node, alignment.request()),
                BlockLimits.BYTES
                        .withFlags(NONE, ZERO_FLAGS)
                        .withRequestAlignment(alignment.request(), alignment.memory())
                        .withSerialisedGrowingZeroes());
    }
}
