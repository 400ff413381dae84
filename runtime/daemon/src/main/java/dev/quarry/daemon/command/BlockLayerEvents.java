package dev.quarry.daemon.command;

import dev.quarry.block.BlockEvents;
import dev.quarry.daemon.qmp.EventBus;
import dev.quarry.qapi.generated.BlockExportDeletedEvent;
import dev.quarry.qapi.generated.BlockImageCorruptedEvent;
import dev.quarry.qapi.generated.BlockWriteThresholdEvent;
import dev.quarry.qapi.generated.JobStatus;
import dev.quarry.qapi.generated.JobStatusChangeEvent;
import dev.quarry.qapi.generated.QuorumFailureEvent;
import dev.quarry.qapi.generated.QuorumOpType;
import dev.quarry.qapi.generated.QuorumReportBadEvent;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger.Level;
import java.math.BigInteger;

/** Turns what the block layer tells into events on the monitors, and into log lines. */
public final class BlockLayerEvents implements BlockEvents {
    private static final System.Logger LOG = System.getLogger(BlockLayerEvents.class.getName());

    private final EventBus events;

    /** Events go to that bus. */
    public BlockLayerEvents(EventBus events) {
        this.events = events;
    }

    @Override
    public void writeThreshold(String node, long exceededBy, long threshold) {
        events.emit(
                new BlockWriteThresholdEvent(
                        node, BigInteger.valueOf(exceededBy), BigInteger.valueOf(threshold)));
    }

    @Override
    public void exportDeleted(String id) {
        events.emit(new BlockExportDeletedEvent(id));
    }

    @Override
    public void jobStatusChanged(String id, JobStatus status) {
        events.emit(new JobStatusChangeEvent(id, status));
    }

    @Override
    public void imageCorrupted(
            @Nullable String node, String message, long offset, long size, boolean fatal) {
        LOG.log(Level.ERROR, "node {0}: the image is corrupt: {1}", node, message);
        events.emit(
                BlockImageCorruptedEvent.builder()
                        .device("")
                        .nodeName(node)
                        .msg(message)
                        .offset(known(offset))
                        .size(known(size))
                        .fatal(fatal)
                        .build());
    }

    private static @Nullable Long known(long bytes) {
        return bytes < 0 ? null : bytes;
    }

    @Override
    public void quorumFailure(String node, long sector, long sectors) {
        events.emit(new QuorumFailureEvent(node, sector, sectors));
    }

    @Override
    public void quorumReportBad(
            QuorumOpType type, @Nullable String error, String child, long sector, long sectors) {
        events.emit(new QuorumReportBadEvent(type, error, child, sector, sectors));
    }
}
