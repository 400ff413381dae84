package dev.quarry.block.query;

import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockNode;
import dev.quarry.block.RequestCounters;
import dev.quarry.block.ZeroCounters;
import dev.quarry.block.driver.DiscardCounters;
import dev.quarry.block.driver.FileDriver;
import dev.quarry.qapi.generated.BlockDeviceStats;
import dev.quarry.qapi.generated.BlockStats;
import dev.quarry.qapi.generated.BlockStatsSpecific;
import dev.quarry.qapi.generated.BlockZeroStats;

import org.jspecify.annotations.Nullable;

import java.math.BigInteger;
import java.util.List;

/** What nodes have done. */
public final class StatsQueries {
    private final boolean extensions;

    /**
     * @param extensions whether to tell of zeros, which QEMU does not
     */
    public StatsQueries(boolean extensions) {
        this.extensions = extensions;
    }

    /** What a node has done, and those that hold its image. */
    public BlockStats ofNode(BlockNode node) {
        return stats(node, false).build();
    }

    /** What the node of a device has done, and all nodes below it. */
    public BlockStats ofDevice(BlockNode node, String device) {
        return stats(node, true).device(device).build();
    }

    private BlockStats.Builder stats(BlockNode node, boolean withBacking) {
        BlockChild primary = node.primary();
        BlockChild backing = withBacking ? node.backing() : null;
        return BlockStats.builder()
                .nodeName(node.name())
                .stats(requests(node))
                .driverSpecific(specific(node))
                .parent(primary == null ? null : stats(primary.node(), withBacking).build())
                .backing(backing == null ? null : stats(backing.node(), withBacking).build())
                .zeroes(extensions ? zeroes(node.zeroCounters()) : null);
    }

    private static BlockDeviceStats requests(BlockNode node) {
        RequestCounters counters = node.requests();
        return BlockDeviceStats.builder()
                .rdBytes(counters.reads().bytes())
                .wrBytes(counters.writes().bytes())
                .unmapBytes(counters.discards().bytes())
                .rdOperations(counters.reads().operations())
                .wrOperations(counters.writes().operations())
                .flushOperations(counters.flushes().operations())
                .unmapOperations(counters.discards().operations())
                .rdTotalTimeNs(counters.reads().nanos())
                .wrTotalTimeNs(counters.writes().nanos())
                .flushTotalTimeNs(counters.flushes().nanos())
                .unmapTotalTimeNs(counters.discards().nanos())
                .wrHighestOffset(node.highestWrite())
                .rdMerged(0L)
                .wrMerged(0L)
                .unmapMerged(0L)
                .failedRdOperations(counters.reads().failed())
                .failedWrOperations(counters.writes().failed())
                .failedFlushOperations(counters.flushes().failed())
                .failedUnmapOperations(counters.discards().failed())
                .invalidRdOperations(counters.reads().invalid())
                .invalidWrOperations(counters.writes().invalid())
                .invalidFlushOperations(counters.flushes().invalid())
                .invalidUnmapOperations(counters.discards().invalid())
                .accountInvalid(false)
                .accountFailed(false)
                .timedStats(List.of())
                .build();
    }

    private static @Nullable BlockStatsSpecific specific(BlockNode node) {
        if (!(node.driver() instanceof FileDriver file)) {
            return null;
        }
        DiscardCounters discards = file.discards();
        BigInteger done = BigInteger.valueOf(discards.done());
        BigInteger failed = BigInteger.valueOf(discards.failed());
        BigInteger bytes = BigInteger.valueOf(discards.doneBytes());
        return file.isDevice()
                ? new BlockStatsSpecific.HostDevice(done, failed, bytes)
                : new BlockStatsSpecific.File(done, failed, bytes);
    }

    private static BlockZeroStats zeroes(ZeroCounters counters) {
        return BlockZeroStats.builder()
                .found(counters.found())
                .foundBytes(counters.foundBytes())
                .bytesNotWritten(counters.savedBytes())
                .bytesPunched(counters.punchedBytes())
                .off(counters.off())
                .notZero(counters.notZero())
                .noZeroOp(counters.noZeroWrite())
                .unaligned(counters.unaligned())
                .backingInTheWay(counters.backing())
                .discardIgnoredBelow(counters.discardIgnored())
                .build();
    }
}
