package dev.quarry.block.job;

/** What a job does. Its methods are called once, one after the other, on the job's own thread. */
public interface JobTask {
    /**
     * Does the work; may block.
     *
     * @throws RuntimeException if it cannot: the message is what users are told
     */
    void run(JobControl control);

    /**
     * Makes the work final, or undoes it as far as it is to be undone.
     *
     * @param succeeded whether the work was done and nobody cancelled it
     */
    default void settle(boolean succeeded) {}
}
