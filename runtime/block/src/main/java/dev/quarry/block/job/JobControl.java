package dev.quarry.block.job;

import dev.quarry.block.BlockException;

/** What a job's work tells of itself, and is told. For the job's own thread. */
public interface JobControl {
    /**
     * A place at which the work can be stopped: returns at once, or when a paused job is resumed.
     *
     * @throws BlockException {@code ECANCELED} if the job was cancelled: give up now
     */
    void pausePoint();

    /** Tells how much is done, and how much there is to do as far as is known. */
    void progress(long done, long total);

    /** Tells that the work has caught up, and goes on until somebody completes the job. */
    void ready();

    /** Whether somebody wants the job that is ready to end. */
    boolean isCompleting();
}
