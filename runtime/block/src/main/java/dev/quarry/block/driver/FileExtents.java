package dev.quarry.block.driver;

import dev.quarry.block.BlockNode;
import dev.quarry.block.BlockStatus;
import dev.quarry.posix.PosixException;
import dev.quarry.posix.PosixFile;

/** Where a file has data and where holes; what cannot be found out is data. */
final class FileExtents {
    private FileExtents() {}

    static BlockStatus at(PosixFile file, BlockNode node, long offset, long bytes, int alignment) {
        try {
            return ask(file, node, offset, bytes, alignment);
        } catch (PosixException cannotTell) {
            return BlockStatus.data(bytes, offset, node);
        }
    }

    private static BlockStatus ask(
            PosixFile file, BlockNode node, long offset, long bytes, int alignment) {
        long data = file.seekData(offset);
        if (data < 0) {
            return BlockStatus.zero(bytes, offset, node);
        }
        if (data > offset) {
            return BlockStatus.zero(Math.min(bytes, data - offset), offset, node);
        }
        long hole = file.seekHole(offset);
        long length = hole > offset ? Math.ceilDiv(hole - offset, alignment) * alignment : bytes;
        return BlockStatus.data(Math.min(bytes, length), offset, node);
    }
}
