package dev.quarry.block.job;

import dev.quarry.block.BlockEvents;
import dev.quarry.block.BlockException;
import dev.quarry.block.MainLoop;
import dev.quarry.block.MainLoopOnly;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.JobInfo;
import dev.quarry.qapi.generated.JobStatus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** All jobs of one service. Any thread may call; {@link #close} not from the main loop. */
public final class Jobs implements AutoCloseable {
    private final MainLoop loop;
    private final BlockEvents events;

    // Main loop only; jobs in the order of their start
    private final Map<String, Job> jobs = new LinkedHashMap<>();
    private boolean closed;

    /** No jobs. The loop stays the caller's to close, after the jobs. */
    public Jobs(MainLoop loop, BlockEvents events) {
        this.loop = loop;
        this.events = events;
    }

    /**
     * Starts a job.
     *
     * @throws BlockException {@code EEXIST} if a job of that id is there
     */
    public void start(JobDefinition definition, JobTask task) {
        loop.run(() -> startNow(definition, task));
    }

    @MainLoopOnly
    private void startNow(JobDefinition definition, JobTask task) {
        MainLoop.assertCurrent();
        if (closed) {
            throw BlockException.of(Errno.ESHUTDOWN, "The service ends: no further jobs");
        }
        if (jobs.containsKey(definition.id())) {
            throw BlockException.of(
                    Errno.EEXIST,
                    "Job id '"
                            + definition.id()
                            + "' is in use: dismiss that job, or choose"
                            + " another");
        }
        Job job = new Job(definition, loop, task, this::changed);
        jobs.put(definition.id(), job);
        job.start();
    }

    /** Tells of a new state, and forgets who is gone. */
    @MainLoopOnly
    private void changed(Job job) {
        events.jobStatusChanged(job.id(), job.status());
        if (job.status() == JobStatus.NULL) {
            jobs.remove(job.id());
        } else if (job.status() == JobStatus.CONCLUDED && job.isAutoDismissed()) {
            job.dismiss();
        }
    }

    /** Has a job stop at the next possible moment; refuses one that is paused or has worked. */
    public void pause(String id) {
        tell(id, Job::pause);
    }

    /** Has a paused job go on. */
    public void resume(String id) {
        tell(id, Job::resume);
    }

    /** Has a job give up; refuses one that is over. It ends some time later. */
    public void cancel(String id) {
        tell(id, Job::cancel);
    }

    /** Has a job end that is ready. */
    public void complete(String id) {
        tell(id, Job::complete);
    }

    /** Makes a pending job's work final. */
    public void finish(String id) {
        tell(id, Job::finish);
    }

    /** Forgets a concluded job. */
    public void dismiss(String id) {
        tell(id, Job::dismiss);
    }

    private void tell(String id, Consumer<Job> what) {
        loop.run(() -> what.accept(find(id)));
    }

    @MainLoopOnly
    private Job find(String id) {
        MainLoop.assertCurrent();
        Job job = jobs.get(id);
        if (job == null) {
            throw BlockException.of(Errno.ENOENT, "There is no job '" + id + "'");
        }
        return job;
    }

    /** What is known of each job, the newest first. */
    public List<JobInfo> query() {
        return loop.call(() -> all().reversed().stream().map(Job::info).toList());
    }

    @MainLoopOnly
    private List<Job> all() {
        MainLoop.assertCurrent();
        return new ArrayList<>(jobs.values());
    }

    /** Cancels all jobs and waits for them; no more can be started. */
    @Override
    public void close() {
        loop.call(this::cancelAll).forEach(Job::awaitEnd);
    }

    @MainLoopOnly
    private List<Job> cancelAll() {
        closed = true;
        List<Job> all = all();
        all.stream().filter(Job::canBeCancelled).forEach(Job::cancel);
        return all;
    }
}
