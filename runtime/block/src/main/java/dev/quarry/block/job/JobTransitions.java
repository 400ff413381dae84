package dev.quarry.block.job;

import static dev.quarry.qapi.generated.JobStatus.ABORTING;
import static dev.quarry.qapi.generated.JobStatus.CONCLUDED;
import static dev.quarry.qapi.generated.JobStatus.NULL;
import static dev.quarry.qapi.generated.JobStatus.PAUSED;
import static dev.quarry.qapi.generated.JobStatus.PENDING;
import static dev.quarry.qapi.generated.JobStatus.READY;
import static dev.quarry.qapi.generated.JobStatus.RUNNING;
import static dev.quarry.qapi.generated.JobStatus.STANDBY;
import static dev.quarry.qapi.generated.JobStatus.WAITING;

import dev.quarry.qapi.generated.JobStatus;

import java.util.Set;

/** Which state of a job may follow which. */
final class JobTransitions {
    private JobTransitions() {}

    static boolean isPossible(JobStatus from, JobStatus to) {
        return following(from).contains(to);
    }

    private static Set<JobStatus> following(JobStatus status) {
        return switch (status) {
            case UNDEFINED -> Set.of(JobStatus.CREATED);
            case CREATED -> Set.of(RUNNING, ABORTING, NULL);
            case RUNNING -> Set.of(PAUSED, READY, WAITING, ABORTING);
            case PAUSED -> Set.of(RUNNING);
            case READY -> Set.of(STANDBY, WAITING, ABORTING);
            case STANDBY -> Set.of(READY);
            case WAITING -> Set.of(PENDING, ABORTING);
            case PENDING -> Set.of(ABORTING, CONCLUDED);
            case ABORTING -> Set.of(CONCLUDED);
            case CONCLUDED -> Set.of(NULL);
            case NULL -> Set.of();
        };
    }
}
