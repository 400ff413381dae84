package dev.quarry.daemon.command;

import dev.quarry.qapi.generated.BlockJobInfo;
import dev.quarry.qapi.generated.JobCommands;
import dev.quarry.qapi.generated.JobInfo;

import java.util.List;

/** The commands about jobs. No command starts one yet, so there are none. */
public final class JobHandlers implements JobCommands {
    @Override
    public List<JobInfo> queryJobs() {
        return List.of();
    }

    @Override
    public List<BlockJobInfo> queryBlockJobs() {
        return List.of();
    }
}
