package dev.quarry.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.quarry.qmp.codec.Conditions;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * What our schema says of each command and event it serves is what a real qemu-storage-daemon 7.2
 * answered, but for branches of unions that are not there yet.
 */
class IntrospectionAgainstPeerTest {
    @TestFactory
    Stream<DynamicTest> isDescribedAsByThePeer() {
        IntrospectionComparison comparison = new IntrospectionComparison(ours(), peers());
        return comparison.entries().stream()
                .map(name -> dynamicTest(name, () -> assertSame(comparison, name)));
    }

    @Test
    void extensionsShowOnlyWhereTheirConditionHolds() {
        JsonNode extended = Introspection.of(Conditions.of("QUARRY_NATIVE")).json();
        assertEquals(
                List.of(
                        "blockdev-add: members are [auto-read-only, cache, detect-zeroes,"
                                + " detect-zeroes-granularity, discard, driver, force-share, id,"
                                + " node-name, read-only], not"
                                + " [auto-read-only, cache, detect-zeroes, discard, driver,"
                                + " force-share, node-name, read-only]"),
                new IntrospectionComparison(extended, peers()).differences("blockdev-add"));
    }

    @Test
    void everyChangeOfAMemberOrValueIsNoticed() {
        JsonNode peers = peers();
        assertTrue(agrees(ours(), peers), "without a change");
        AtomicInteger changes = new AtomicInteger();
        List<String> unnoticed =
                IntrospectionChange.of(ours())
                        .peek(change -> changes.incrementAndGet())
                        .filter(change -> agrees(change.answer(), peers))
                        .map(IntrospectionChange::what)
                        .toList();
        assertEquals(List.of(), unnoticed);
        assertTrue(changes.get() > 500, "there were changes to notice: " + changes);
    }

    private static boolean agrees(JsonNode answer, JsonNode peers) {
        return new IntrospectionComparison(answer, peers).agrees();
    }

    private static void assertSame(IntrospectionComparison comparison, String name) {
        assertEquals(List.of(), comparison.differences(name));
    }

    private static JsonNode peers() {
        Path file = TestNeeds.corpus("qapi").resolve("introspect/live-qsd-7.2.json");
        return JsonMapper.shared().readTree(file.toFile());
    }

    private static JsonNode ours() {
        return Introspection.of(Conditions.none()).json();
    }
}
