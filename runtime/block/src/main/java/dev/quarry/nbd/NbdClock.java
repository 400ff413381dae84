package dev.quarry.nbd;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Does short things later, on one thread that comes when it is needed and goes after a second. */
final class NbdClock {
    private static final ScheduledThreadPoolExecutor CLOCK = clock();

    private NbdClock() {}

    private static ScheduledThreadPoolExecutor clock() {
        var clock =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().name("nbd-clock").daemon().factory());
        clock.setRemoveOnCancelPolicy(true);
        clock.setKeepAliveTime(1, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        return clock;
    }

    /** Once, after a time. */
    static Future<?> after(Duration time, Runnable work) {
        return CLOCK.schedule(work, time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Again and again, with so much time between, until cancelled. */
    static Future<?> every(Duration time, Runnable work) {
        long nanos = time.toNanos();
        return CLOCK.scheduleWithFixedDelay(work, nanos, nanos, TimeUnit.NANOSECONDS);
    }
}
