package dev.quarry.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.posix.Errno;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class MainLoopTest {
    @Test
    void stepsRunInOrderOnOneThread() {
        List<Integer> order = new ArrayList<>();
        try (MainLoop loop = new MainLoop()) {
            loop.post(() -> order.add(1));
            loop.post(() -> order.add(2));
            assertEquals(3, loop.call(() -> 3));
            assertEquals(List.of(1, 2), order);
            assertEquals("main-loop", loop.call(() -> Thread.currentThread().getName()));
        }
    }

    @Test
    void stepInAStepRunsAtOnce() {
        try (MainLoop loop = new MainLoop()) {
            assertEquals(5, loop.call(() -> loop.call(() -> 5)));
        }
    }

    @Test
    void whatAStepThrowsReachesTheCallerAndTheLoopGoesOn() {
        BlockException failure = BlockException.of(Errno.EIO, "no");
        try (MainLoop loop = new MainLoop()) {
            BlockException caught =
                    assertThrows(
                            BlockException.class,
                            () ->
                                    loop.run(() -> {
                                        throw failure;
                                    }));
            assertSame(failure, caught);
            assertEquals(1, loop.call(() -> 1));
        }
    }

    @Test
    void guardRefusesOtherThreads() {
        assertThrows(IllegalStateException.class, MainLoop::assertCurrent);
        try (MainLoop loop = new MainLoop()) {
            loop.run(MainLoop::assertCurrent);
        }
    }

    @Test
    void closedLoopRefusesSteps() {
        MainLoop loop = new MainLoop();
        loop.close();
        loop.close();
        BlockException refused = assertThrows(BlockException.class, () -> loop.call(() -> 1));
        assertEquals(Errno.ESHUTDOWN, refused.errno());
    }
}
