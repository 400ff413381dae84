package dev.quarry.block.throttle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.generated.ThrottleLimits;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

@Timeout(60)
class ThrottleGroupTest {
    private static final ThrottleLimits ALMOST_NOTHING =
            ThrottleLimits.builder().bpsTotal(1L).build();

    private final BlockingQueue<String> done = new LinkedBlockingQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    @Test
    void membersTakeTurnsHoweverManyOfTheirRequestsWait() throws Exception {
        ThrottleGroup group = new ThrottleGroup(ThrottleLimits.builder().iopsTotal(50L).build());
        ThrottleMember busy = group.join();
        ThrottleMember modest = group.join();
        busy.await(Direction.WRITE, 1);
        for (int i = 0; i < 20; i++) {
            request(busy, "busy");
        }
        waitFor(20);
        for (int i = 0; i < 3; i++) {
            request(modest, "modest");
        }
        end();
        List<String> order = List.copyOf(done);
        assertEquals(23, order.size());
        assertTrue(order.lastIndexOf("modest") < 18, order::toString);
    }

    @Test
    void releasedMembersDoNotWaitAndOthersStillDo() throws Exception {
        ThrottleGroup group = new ThrottleGroup(ALMOST_NOTHING);
        ThrottleMember one = group.join();
        ThrottleMember other = group.join();
        one.await(Direction.READ, 1_000_000);
        request(one, "one");
        request(other, "other");
        waitFor(2);
        one.release();
        assertEquals("one", done.poll(20, TimeUnit.SECONDS));
        one.await(Direction.WRITE, 1 << 30);
        one.hold();
        assertEquals(0, done.size());
        other.release();
        assertEquals("other", done.poll(20, TimeUnit.SECONDS));
        end();
    }

    @Test
    void newLimitsHoldForWhoWaitsAlready() throws Exception {
        ThrottleGroup group = new ThrottleGroup(ALMOST_NOTHING);
        ThrottleMember member = group.join();
        member.await(Direction.READ, 1_000_000);
        request(member, "it");
        waitFor(1);
        group.limit(ThrottleLimits.builder().build());
        assertEquals("it", done.poll(20, TimeUnit.SECONDS));
        end();
    }

    private void request(ThrottleMember member, String name) {
        threads.add(
                Thread.ofVirtual()
                        .start(() -> {
                            member.await(Direction.WRITE, 1);
                            done.add(name);
                        }));
    }

    /** Until so many stand in line. */
    private void waitFor(int waiting) throws InterruptedException {
        while (threads.stream()
                        .filter(thread ->
                                !thread.isAlive() || thread.getState() != Thread.State.RUNNABLE)
                        .count()
                < waiting) {
            Thread.sleep(1);
        }
    }

    private void end() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
