package dev.quarry.block.job;

import dev.quarry.block.BlockException;
import dev.quarry.block.MainLoop;
import dev.quarry.block.MainLoopOnly;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.JobInfo;
import dev.quarry.qapi.generated.JobStatus;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One job: a state that changes on the main loop, and a thread that works. Where the thread has to
 * wait for a user it waits for a future that a step of the loop completes.
 */
final class Job implements JobControl {
    private static final System.Logger LOG = System.getLogger(Job.class.getName());
    private static final CompletableFuture<Boolean> GO_ON = CompletableFuture.completedFuture(true);

    private final JobDefinition definition;
    private final MainLoop loop;
    private final JobTask task;
    private final Consumer<Job> changed;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    // Written by the main loop, read by anybody
    private volatile JobStatus status = JobStatus.UNDEFINED;
    private volatile @Nullable String error;
    private volatile boolean pauseWanted;
    private volatile boolean cancelled;
    private volatile boolean completing;

    /** What the job's thread waits for, main loop only. */
    private CompletableFuture<Boolean> awaited = GO_ON;

    // Written by the job's thread, read by anybody
    private volatile long done;
    private volatile long total;

    /**
     * @param changed is told of each new state, on the main loop
     */
    Job(JobDefinition definition, MainLoop loop, JobTask task, Consumer<Job> changed) {
        this.definition = definition;
        this.loop = loop;
        this.task = task;
        this.changed = changed;
    }

    String id() {
        return definition.id();
    }

    JobStatus status() {
        return status;
    }

    boolean isAutoDismissed() {
        return definition.autoDismiss();
    }

    JobInfo info() {
        return JobInfo.builder()
                .id(id())
                .type(definition.type())
                .status(status)
                .currentProgress(done)
                .totalProgress(total)
                .error(error)
                .build();
    }

    /** Waits until the thread has nothing left to do. Not on the main loop. */
    void awaitEnd() {
        ended.join();
    }

    // The job's thread

    @Override
    public void pausePoint() {
        if (pauseWanted) {
            loop.call(this::pauseNow).join();
        }
        if (cancelled) {
            throw BlockException.of(Errno.ECANCELED, "The job was cancelled");
        }
    }

    @Override
    public void progress(long doneNow, long totalNow) {
        total = totalNow;
        done = doneNow;
    }

    @Override
    public void ready() {
        loop.run(() -> changeTo(JobStatus.READY));
    }

    @Override
    public boolean isCompleting() {
        return completing;
    }

    private void work() {
        try {
            Throwable failure =
                    failureOf(() -> {
                        pausePoint();
                        task.run(this);
                    });
            boolean succeeded = loop.call(() -> worked(failure)).join();
            Throwable problem = failureOf(() -> task.settle(succeeded));
            loop.run(() -> conclude(problem));
        } finally {
            ended.complete(null);
        }
    }

    private @Nullable Throwable failureOf(Runnable step) {
        try {
            step.run();
            return null;
        } catch (BlockException failure) {
            return failure;
        } catch (RuntimeException | Error defect) {
            LOG.log(Level.ERROR, "job '" + id() + "' failed for a reason of our own", defect);
            return defect;
        }
    }

    // Main loop

    @MainLoopOnly
    void start() {
        MainLoop.assertCurrent();
        changeTo(JobStatus.CREATED);
        changeTo(JobStatus.RUNNING);
        Thread.ofPlatform().daemon().name("job-" + id()).start(this::work);
    }

    /** Stops the thread if that is still wanted; gives what it waits for. */
    @MainLoopOnly
    private CompletableFuture<Boolean> pauseNow() {
        MainLoop.assertCurrent();
        if (!pauseWanted || cancelled) {
            return GO_ON;
        }
        changeTo(status == JobStatus.READY ? JobStatus.STANDBY : JobStatus.PAUSED);
        awaited = new CompletableFuture<>();
        return awaited;
    }

    @MainLoopOnly
    private void goOn() {
        MainLoop.assertCurrent();
        pauseWanted = false;
        if (status == JobStatus.PAUSED || status == JobStatus.STANDBY) {
            changeTo(status == JobStatus.STANDBY ? JobStatus.READY : JobStatus.RUNNING);
            awaited.complete(true);
        }
    }

    /** The work is over: gives, now or when a user has decided, whether it becomes final. */
    @MainLoopOnly
    private CompletableFuture<Boolean> worked(@Nullable Throwable failure) {
        MainLoop.assertCurrent();
        if (failure != null || cancelled) {
            abort(failure == null ? "The job was cancelled" : words(failure));
            return CompletableFuture.completedFuture(false);
        }
        changeTo(JobStatus.WAITING);
        changeTo(JobStatus.PENDING);
        awaited = new CompletableFuture<>();
        if (definition.autoFinalize()) {
            awaited.complete(true);
        }
        return awaited;
    }

    @MainLoopOnly
    private void abort(String reason) {
        error = reason;
        changeTo(JobStatus.ABORTING);
    }

    @MainLoopOnly
    private void conclude(@Nullable Throwable problem) {
        MainLoop.assertCurrent();
        if (problem != null && error == null) {
            abort(words(problem));
        }
        changeTo(JobStatus.CONCLUDED);
    }

    private static String words(Throwable failure) {
        return failure instanceof BlockException told
                ? told.getMessage()
                : "A defect of the service, which its log tells more about: " + failure;
    }

    @MainLoopOnly
    void pause() {
        require(JobVerb.PAUSE);
        if (pauseWanted) {
            throw refused("is paused already");
        }
        pauseWanted = true;
    }

    @MainLoopOnly
    void resume() {
        if (!pauseWanted) {
            throw refused("cannot be resumed: nobody has paused it");
        }
        require(JobVerb.RESUME);
        goOn();
    }

    @MainLoopOnly
    void cancel() {
        require(JobVerb.CANCEL);
        if (status == JobStatus.PENDING) {
            decide(false);
        } else {
            cancelled = true;
            goOn();
        }
    }

    /** Whether the job is not over, nor becoming final. */
    @MainLoopOnly
    boolean canBeCancelled() {
        MainLoop.assertCurrent();
        boolean late = status == JobStatus.PENDING && awaited.isDone();
        return JobVerb.CANCEL.isPossibleIn(status) && !late;
    }

    @MainLoopOnly
    void complete() {
        require(JobVerb.COMPLETE);
        completing = true;
    }

    @MainLoopOnly
    void finish() {
        require(JobVerb.FINALIZE);
        decide(true);
    }

    /** A user's word on a job that is pending; too late if it is becoming final. */
    @MainLoopOnly
    private void decide(boolean succeed) {
        if (awaited.isDone()) {
            throw refused("is becoming final already");
        }
        if (!succeed) {
            abort("The job was cancelled");
        }
        awaited.complete(succeed);
    }

    @MainLoopOnly
    void dismiss() {
        require(JobVerb.DISMISS);
        changeTo(JobStatus.NULL);
    }

    @MainLoopOnly
    private void require(JobVerb verb) {
        MainLoop.assertCurrent();
        if (!verb.isPossibleIn(status)) {
            throw refused("cannot be " + verb.done() + " while it is " + status.wireName());
        }
    }

    private BlockException refused(String why) {
        return BlockException.of(Errno.EBUSY, "Job '" + id() + "' " + why);
    }

    @MainLoopOnly
    private void changeTo(JobStatus next) {
        MainLoop.assertCurrent();
        if (!JobTransitions.isPossible(status, next)) {
            throw new IllegalStateException("job '" + id() + "': " + status + " to " + next);
        }
        status = next;
        changed.accept(this);
    }
}
