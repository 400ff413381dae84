package dev.quarry.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class ResourcesTest {
    private final List<String> closed = new ArrayList<>();

    @Test
    void theLatestIsClosedFirstAndOnce() {
        Resources resources = new Resources();
        resources.add(named("a"));
        resources.add(named("b"));
        resources.close();
        resources.close();
        assertEquals(List.of("b", "a"), closed);
    }

    @Test
    void whatComesTooLateIsClosedAtOnce() {
        Resources resources = new Resources();
        resources.close();
        resources.add(named("late"));
        assertEquals(List.of("late"), closed);
    }

    @Test
    void aFailureDoesNotKeepTheRestOpen() {
        Resources resources = new Resources();
        resources.add(named("a"));
        resources.add(() -> {
            throw new IllegalStateException("on purpose");
        });
        resources.close();
        assertEquals(List.of("a"), closed);
    }

    private AutoCloseable named(String name) {
        return () -> closed.add(name);
    }
}
