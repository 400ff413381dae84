package dev.quarry.daemon.command;

import dev.quarry.block.BlockGraph;
import dev.quarry.block.driver.BlockCreations;
import dev.quarry.block.job.JobDefinition;
import dev.quarry.block.job.Jobs;
import dev.quarry.qapi.generated.BlockCreateCommands;
import dev.quarry.qapi.generated.BlockdevCreateArguments;
import dev.quarry.qapi.generated.JobType;

/** The command that makes images. */
public final class BlockCreateHandlers implements BlockCreateCommands {
    private final BlockCreations creations;
    private final Jobs jobs;

    /** Makes images in nodes of that graph, by jobs there. */
    public BlockCreateHandlers(BlockGraph graph, Jobs jobs) {
        this.creations = new BlockCreations(graph);
        this.jobs = jobs;
    }

    /** The job stays until somebody dismisses it: what went wrong is told by nothing else. */
    @Override
    public void blockdevCreate(BlockdevCreateArguments arguments) {
        jobs.start(
                new JobDefinition(arguments.jobId(), JobType.CREATE, true, false),
                creations.define(arguments.options()));
    }
}
