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

import java.util.Set;

/** What can be asked of a job, and in which states. */
enum JobVerb {
    CANCEL("cancelled"),
    PAUSE("paused"),
    RESUME("resumed"),
    COMPLETE("completed"),
    FINALIZE("finalized"),
    DISMISS("dismissed");

    private final String done;

    JobVerb(String done) {
        this.done = done;
    }

    boolean isPossibleIn(JobStatus status) {
        return states().contains(status);
    }

    private Set<JobStatus> states() {
        return switch (this) {
            case CANCEL -> Set.of(CREATED, RUNNING, PAUSED, READY, STANDBY, WAITING, PENDING);
            case PAUSE, RESUME -> Set.of(CREATED, RUNNING, PAUSED, READY, STANDBY);
            case COMPLETE -> Set.of(READY, STANDBY);
            case FINALIZE -> Set.of(PENDING);
            case DISMISS -> Set.of(CONCLUDED);
        };
    }

    /** As in "cannot be cancelled". */
    String done() {
        return done;
    }
}
