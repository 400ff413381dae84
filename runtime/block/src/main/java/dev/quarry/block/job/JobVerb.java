package dev.quarry.block.job;

import static dev.quarry.qapi.generated.JobStatus.CONCLUDED;
import static dev.quarry.qapi.generated.JobStatus.CREATED;
import static dev.quarry.qapi.generated.JobStatus.PAUSED;
import static dev.quarry.qapi.generated.JobStatus.PENDING;
import static dev.quarry.qapi.generated.JobStatus.READY;
import static dev.quarry.qapi.generated.JobStatus.RUNNING;
import static dev.quarry.qapi.generated.JobStatus.STANDBY;
import static dev.quarry.qapi.generated.JobStatus.WAITING;

import dev.quarry.qapi.generated.JobStatus;

import java.util.EnumSet;
import java.util.Set;

/** What can be asked of a job, and in which states. */
enum JobVerb {
    CANCEL("cancelled", CREATED, RUNNING, PAUSED, READY, STANDBY, WAITING, PENDING),
    PAUSE("paused", CREATED, RUNNING, PAUSED, READY, STANDBY),
    RESUME("resumed", CREATED, RUNNING, PAUSED, READY, STANDBY),
    COMPLETE("completed", READY, STANDBY),
    FINALIZE("finalized", PENDING),
    DISMISS("dismissed", CONCLUDED);

    private final String done;
    private final Set<JobStatus> states;

    JobVerb(String done, JobStatus first, JobStatus... more) {
        this.done = done;
        this.states = EnumSet.of(first, more);
    }

    boolean isPossibleIn(JobStatus status) {
        return states.contains(status);
    }

    /** As in "cannot be cancelled". */
    String done() {
        return done;
    }
}
