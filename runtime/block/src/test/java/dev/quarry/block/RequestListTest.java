package dev.quarry.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

class RequestListTest {
    private final RequestList list = new RequestList();

    @Test
    void overlappingPlainWritesDoNotWait() {
        RequestList.Request first = list.enter(0, 100, false);
        RequestList.Request second = list.enter(50, 150, false);
        assertEquals(2, list.count());
        list.leave(first);
        list.leave(second);
        assertEquals(0, list.count());
    }

    @Test
    void serialisingOneElsewhereDoesNotHinder() {
        RequestList.Request alone = list.enter(0, 100, true);
        list.leave(list.enter(100, 200, false));
        list.leave(list.enter(100, 200, true));
        list.leave(alone);
    }

    @Test
    void plainWriteWaitsForAnEarlierSerialisingOne() throws InterruptedException {
        assertWaits(true, false);
    }

    @Test
    void serialisingOneWaitsForAnEarlierPlainWrite() throws InterruptedException {
        assertWaits(false, true);
    }

    @Test
    void serialisingOnesWaitForEachOther() throws InterruptedException {
        assertWaits(true, true);
    }

    private void assertWaits(boolean first, boolean second) throws InterruptedException {
        RequestList.Request before = list.enter(0, 512, first);
        CountDownLatch entered = new CountDownLatch(1);
        Thread later =
                Thread.ofPlatform()
                        .start(() -> {
                            RequestList.Request mine = list.enter(511, 600, second);
                            entered.countDown();
                            list.leave(mine);
                        });
        assertFalse(entered.await(30, TimeUnit.MILLISECONDS));
        list.leave(before);
        assertTrue(entered.await(10, TimeUnit.SECONDS));
        later.join();
        assertEquals(0, list.count());
    }
}
