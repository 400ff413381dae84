package dev.quarry.daemon.command;

import dev.quarry.block.job.Jobs;
import dev.quarry.qapi.generated.BlockJobInfo;
import dev.quarry.qapi.generated.JobCancelArguments;
import dev.quarry.qapi.generated.JobCommands;
import dev.quarry.qapi.generated.JobCompleteArguments;
import dev.quarry.qapi.generated.JobDismissArguments;
import dev.quarry.qapi.generated.JobFinalizeArguments;
import dev.quarry.qapi.generated.JobInfo;
import dev.quarry.qapi.generated.JobPauseArguments;
import dev.quarry.qapi.generated.JobResumeArguments;

import java.util.List;

/** The commands about jobs that were started. */
public final class JobHandlers implements JobCommands {
    private final Jobs jobs;

    /** About these jobs. */
    public JobHandlers(Jobs jobs) {
        this.jobs = jobs;
    }

    @Override
    public List<JobInfo> queryJobs() {
        return jobs.query();
    }

    @Override
    public void jobPause(JobPauseArguments arguments) {
        jobs.pause(arguments.id());
    }

    @Override
    public void jobResume(JobResumeArguments arguments) {
        jobs.resume(arguments.id());
    }

    @Override
    public void jobCancel(JobCancelArguments arguments) {
        jobs.cancel(arguments.id());
    }

    @Override
    public void jobComplete(JobCompleteArguments arguments) {
        jobs.complete(arguments.id());
    }

    @Override
    public void jobFinalize(JobFinalizeArguments arguments) {
        jobs.finish(arguments.id());
    }

    @Override
    public void jobDismiss(JobDismissArguments arguments) {
        jobs.dismiss(arguments.id());
    }

    /** No job works on nodes that are in use. */
    @Override
    public List<BlockJobInfo> queryBlockJobs() {
        return List.of();
    }
}
