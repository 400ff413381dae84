package dev.quarry.block.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockEvents;
import dev.quarry.block.BlockException;
import dev.quarry.block.MainLoop;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.JobInfo;
import dev.quarry.qapi.generated.JobStatus;
import dev.quarry.qapi.generated.JobType;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The life of a job, as its events tell it, and what can be asked of it when. */
@Timeout(30)
class JobsTest {
    private final LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final MainLoop loop = new MainLoop();
    private final Jobs jobs =
            new Jobs(
                    loop,
                    new BlockEvents() {
                        @Override
                        public void jobStatusChanged(String id, JobStatus status) {
                            told.add(status.wireName());
                        }
                    });

    @AfterEach
    void end() {
        jobs.close();
        loop.close();
    }

    /** A task that works until it is let go, stopping where it is told to. */
    private static final class Slow implements JobTask {
        private final CountDownLatch letGo = new CountDownLatch(1);
        private final LinkedBlockingQueue<Boolean> settled = new LinkedBlockingQueue<>();
        private final boolean catchesUp;

        Slow(boolean catchesUp) {
            this.catchesUp = catchesUp;
        }

        @Override
        public void run(JobControl control) {
            if (catchesUp) {
                control.ready();
            }
            while (letGo.getCount() > 0 && !control.isCompleting()) {
                control.pausePoint();
                Thread.onSpinWait();
            }
        }

        @Override
        public void settle(boolean succeeded) {
            settled.add(succeeded);
        }
    }

    private static JobDefinition asked(boolean finalizes, boolean dismisses) {
        return new JobDefinition("j", JobType.CREATE, finalizes, dismisses);
    }

    private void expect(String... states) throws InterruptedException {
        for (String state : states) {
            assertEquals(state, told.poll(10, TimeUnit.SECONDS));
        }
    }

    private JobInfo info() {
        return jobs.query().getFirst();
    }

    @Test
    void workThatIsDoneConcludesAndStaysUntilItIsDismissed() throws InterruptedException {
        jobs.start(asked(true, false), control -> control.progress(3, 3));
        expect("created", "running", "waiting", "pending", "concluded");
        assertEquals(
                JobInfo.builder()
                        .id("j")
                        .type(JobType.CREATE)
                        .status(JobStatus.CONCLUDED)
                        .currentProgress(3)
                        .totalProgress(3)
                        .build(),
                info());
        jobs.dismiss("j");
        expect("null");
        assertEquals(List.of(), jobs.query());
    }

    @Test
    void workThatFailsTellsWhy() throws InterruptedException {
        jobs.start(
                asked(true, false),
                control -> {
                    throw BlockException.of(Errno.EIO, "the disk is gone");
                });
        expect("created", "running", "aborting", "concluded");
        assertEquals("the disk is gone", info().error());
    }

    @Test
    void aDefectEndsTheJobAndNothingElse() throws InterruptedException {
        jobs.start(
                asked(true, true),
                control -> {
                    throw new IllegalStateException("a defect made for this test");
                });
        expect("created", "running", "aborting", "concluded", "null");
        jobs.start(asked(true, true), control -> {});
        expect("created", "running", "waiting", "pending", "concluded", "null");
    }

    @Test
    void aPausedJobStopsAndGoesOn() throws InterruptedException {
        Slow task = new Slow(false);
        jobs.start(asked(true, true), task);
        jobs.pause("j");
        expect("created", "running", "paused");
        refused("paused already", () -> jobs.pause("j"));
        task.letGo.countDown();
        assertEquals(JobStatus.PAUSED, info().status());
        jobs.resume("j");
        expect("running", "waiting", "pending", "concluded", "null");
    }

    @Test
    void aJobThatIsReadyEndsWhenToldTo() throws InterruptedException {
        jobs.start(asked(true, true), new Slow(true));
        expect("created", "running", "ready");
        jobs.pause("j");
        expect("standby");
        jobs.complete("j");
        jobs.resume("j");
        expect("ready", "waiting", "pending", "concluded", "null");
    }

    @ParameterizedTest
    @CsvSource({"true, concluded", "false, aborting"})
    void aPendingJobWaitsForAWord(boolean succeeds, String next) throws InterruptedException {
        Slow task = new Slow(false);
        task.letGo.countDown();
        jobs.start(asked(false, false), task);
        expect("created", "running", "waiting", "pending");
        if (succeeds) {
            jobs.finish("j");
        } else {
            jobs.cancel("j");
        }
        expect(next);
        assertEquals(succeeds, task.settled.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void aCancelledJobUndoesItsWork() throws InterruptedException {
        Slow task = new Slow(false);
        jobs.start(asked(true, false), task);
        jobs.cancel("j");
        expect("created", "running", "aborting", "concluded");
        assertEquals(false, task.settled.poll());
        assertEquals("The job was cancelled", info().error());
    }

    @Test
    void aPausedJobCanBeCancelled() throws InterruptedException {
        jobs.start(asked(true, true), new Slow(false));
        jobs.pause("j");
        expect("created", "running", "paused");
        jobs.cancel("j");
        expect("running", "aborting", "concluded", "null");
    }

    @Test
    void whatCannotBeMadeFinalAborts() throws InterruptedException {
        jobs.start(
                asked(true, false),
                new JobTask() {
                    @Override
                    public void run(JobControl control) {}

                    @Override
                    public void settle(boolean succeeded) {
                        throw BlockException.of(Errno.ENOSPC, "no room for the last step");
                    }
                });
        expect("created", "running", "waiting", "pending", "aborting", "concluded");
        assertEquals("no room for the last step", info().error());
    }

    @Test
    void closingCancelsEveryJobAndWaitsForIt() throws InterruptedException {
        jobs.start(asked(true, false), new Slow(false));
        jobs.start(new JobDefinition("k", JobType.CREATE, false, false), control -> {});
        while (!told.contains("pending")) {
            Thread.onSpinWait();
        }
        jobs.close();
        assertTrue(
                jobs.query().stream().allMatch(job -> job.status() == JobStatus.CONCLUDED),
                () -> jobs.query().toString());
        refused("service ends", () -> jobs.start(asked(true, true), control -> {}));
    }

    @Test
    void anIdIsTakenUntilItsJobIsDismissed() throws InterruptedException {
        jobs.start(asked(true, false), control -> {});
        refused("in use", () -> jobs.start(asked(true, false), control -> {}));
        expect("created", "running", "waiting", "pending", "concluded");
        refused("in use", () -> jobs.start(asked(true, false), control -> {}));
        jobs.dismiss("j");
        jobs.start(asked(true, false), control -> {});
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "_a", "a b", "a#", "#job", "é"})
    void idsAreWellFormed(String id) {
        refused("Invalid job id", () -> new JobDefinition(id, JobType.CREATE, true, true));
    }

    @ParameterizedTest
    @CsvSource({
        "RUNNING,   cancel pause",
        "PAUSED,    cancel resume",
        "READY,     cancel pause complete",
        "STANDBY,   cancel resume complete",
        "PENDING,   cancel finalize",
        "CONCLUDED, dismiss",
        "NULL,      ",
    })
    void everyStateTakesItsVerbs(JobStatus status, String verbs) throws InterruptedException {
        Set<String> possible = new TreeSet<>();
        for (String verb :
                List.of("cancel", "pause", "resume", "complete", "finalize", "dismiss")) {
            bringTo(status);
            if (isTaken(verb)) {
                possible.add(verb);
            }
            forget();
        }
        Set<String> expected = verbs == null ? Set.of() : Set.of(verbs.split(" "));
        assertEquals(new TreeSet<>(expected), possible);
    }

    private void bringTo(JobStatus status) throws InterruptedException {
        Slow task = new Slow(status == JobStatus.READY || status == JobStatus.STANDBY);
        boolean ends = Set.of(JobStatus.PENDING, JobStatus.CONCLUDED).contains(status);
        if (ends) {
            task.letGo.countDown();
        }
        if (status != JobStatus.NULL) {
            jobs.start(asked(status != JobStatus.PENDING, false), task);
            if (status == JobStatus.PAUSED) {
                jobs.pause("j");
            } else if (status == JobStatus.STANDBY) {
                await(JobStatus.READY);
                jobs.pause("j");
            }
            await(status);
        }
    }

    private void await(JobStatus status) throws InterruptedException {
        while (!status.wireName().equals(told.poll(10, TimeUnit.SECONDS))) {
            assertTrue(jobs.query().size() == 1, "the job is there");
        }
    }

    private boolean isTaken(String verb) {
        Consumer<String> command =
                switch (verb) {
                    case "cancel" -> jobs::cancel;
                    case "pause" -> jobs::pause;
                    case "resume" -> jobs::resume;
                    case "complete" -> jobs::complete;
                    case "finalize" -> jobs::finish;
                    case "dismiss" -> jobs::dismiss;
                    default -> throw new IllegalArgumentException(verb);
                };
        try {
            command.accept("j");
            return true;
        } catch (BlockException refused) {
            return false;
        }
    }

    private void forget() throws InterruptedException {
        while (!jobs.query().isEmpty()) {
            if (info().status() == JobStatus.CONCLUDED) {
                jobs.dismiss("j");
            } else {
                isTaken("cancel");
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
        told.clear();
    }

    private static void refused(String word, Runnable command) {
        BlockException refusal = assertThrows(BlockException.class, command::run);
        assertTrue(refusal.getMessage().contains(word), refusal.getMessage());
    }
}
