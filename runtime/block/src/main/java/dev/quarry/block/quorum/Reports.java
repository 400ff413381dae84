package dev.quarry.block.quorum;

import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockLimits;
import dev.quarry.block.BlockNode;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.QuorumOpType;

import org.jspecify.annotations.Nullable;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Tells the outside which child is bad, and that too few were good. Any thread. */
final class Reports {
    private final BlockNode node;
    private final int threshold;

    Reports(BlockNode node, int threshold) {
        this.node = node;
        this.threshold = threshold;
    }

    /**
     * A child failed or was outvoted.
     *
     * @param error null if it was outvoted
     */
    void bad(
            QuorumOpType type,
            BlockChild child,
            long offset,
            long bytes,
            @Nullable BlockException error) {
        long first = offset / BlockLimits.SECTOR;
        node.events()
                .quorumReportBad(
                        type,
                        error == null ? null : error.getMessage(),
                        child.node().name(),
                        first,
                        end(offset, bytes) - first);
    }

    /** Too few agreed or did what was asked: tells, and gives the exception for the request. */
    BlockException failed(String operation, long offset, long bytes, Errno errno, String why) {
        long first = offset / BlockLimits.SECTOR;
        String reference = Objects.requireNonNullElse(node.device(), node.name());
        node.events().quorumFailure(reference, first, end(offset, bytes) - first);
        return BlockException.io(errno, operation, node.name(), offset, why);
    }

    /** Whether enough children are left. */
    boolean isEnough(int good) {
        return good >= threshold;
    }

    /** The error most children had, the first of equals, with the words of one of them. */
    static BlockException mostFrequent(List<BlockException> errors) {
        Map<Errno, Integer> counts = new EnumMap<>(Errno.class);
        errors.forEach(error -> counts.merge(error.errno(), 1, Integer::sum));
        BlockException most = errors.getFirst();
        for (BlockException error : errors) {
            if (count(counts, error) > count(counts, most)) {
                most = error;
            }
        }
        return most;
    }

    private static int count(Map<Errno, Integer> counts, BlockException error) {
        return counts.getOrDefault(error.errno(), 0);
    }

    private static long end(long offset, long bytes) {
        return (offset + bytes + BlockLimits.SECTOR - 1) / BlockLimits.SECTOR;
    }
}
