package dev.quarry.daemon.command;

import dev.quarry.block.BlockGraph;
import dev.quarry.block.driver.BlockChecks;
import dev.quarry.block.qcow2.CheckResult;
import dev.quarry.block.qcow2.Repair;
import dev.quarry.qapi.generated.BlockCheckCommands;
import dev.quarry.qapi.generated.BlockCheckRepair;
import dev.quarry.qapi.generated.BlockCheckResult;
import dev.quarry.qapi.generated.XBlockCheckArguments;

import org.jspecify.annotations.Nullable;

/** The command that checks images. */
public final class BlockCheckHandlers implements BlockCheckCommands {
    private final BlockChecks checks;

    /** Checks images in nodes of that graph. */
    public BlockCheckHandlers(BlockGraph graph) {
        this.checks = new BlockChecks(graph);
    }

    @Override
    public BlockCheckResult xBlockCheck(XBlockCheckArguments arguments) {
        CheckResult found = checks.check(arguments.nodeName(), repair(arguments.repair()));
        return BlockCheckResult.builder()
                .corruptions(found.corruptions())
                .leaks(found.leaks())
                .corruptionsFixed(found.corruptionsFixed())
                .leaksFixed(found.leaksFixed())
                .imageEndOffset(found.imageEnd())
                .totalClusters(found.totalClusters())
                .allocatedClusters(found.allocatedClusters())
                .fragmentedClusters(found.fragmentedClusters())
                .compressedClusters(found.compressedClusters())
                .messages(found.messages())
                .build();
    }

    private static Repair repair(@Nullable BlockCheckRepair asked) {
        return switch (asked) {
            case null -> Repair.NONE;
            case LEAKS -> Repair.LEAKS;
            case ALL -> Repair.ALL;
        };
    }
}
