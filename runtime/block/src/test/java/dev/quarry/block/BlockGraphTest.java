package dev.quarry.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.posix.Errno;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.concurrent.CountDownLatch;

class BlockGraphTest {
    private final TestGraph test = new TestGraph();
    private final BlockGraph graph = test.graph();

    @AfterEach
    void close() {
        test.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1a",
                "_a",
                "a b",
                "a#b",
                "a:b",
                "é",
                "#block1",
                "a234567890123456789012345678901x"
            })
    void illFormedNamesAreRefused(String name) {
        BlockException refused = assertThrows(BlockException.class, () -> graph.add(memory(name)));
        assertEquals(Errno.EINVAL, refused.errno());
    }

    @Test
    void wellFormedNamesAreTaken() {
        for (String name : List.of("a", "Z9", "a-b_c.d", "a234567890123456789012345678901")) {
            assertEquals(name, graph.add(memory(name)).name());
        }
    }

    @Test
    void nodesAndDevicesShareTheirNames() {
        graph.add(memory("a"));
        graph.add(memory("b").withDevice("drive0"));
        for (NodeDefinition again :
                List.of(
                        memory("a"),
                        memory("drive0"),
                        memory("c").withDevice("a"),
                        memory("c").withDevice("drive0"))) {
            BlockException refused = assertThrows(BlockException.class, () -> graph.add(again));
            assertEquals(Errno.EEXIST, refused.errno());
        }
        graph.add(memory("c"));
    }

    @Test
    void oneNameTwiceInADefinitionIsRefused() {
        NodeDefinition twice =
                filter("a", ChildDefinition.inline("file", ChildRole.FILTER, memory("a")));
        assertThrows(BlockException.class, () -> graph.add(twice));
        graph.add(memory("a"));
    }

    @Test
    void rootNeedsANameUnlessItIsADevice() {
        NodeDefinition unnamed = new MemoryDriver(512).definition(GivenOptions.NONE);
        assertThrows(BlockException.class, () -> graph.add(unnamed));
        BlockNode node = graph.add(unnamed.withDevice("drive0"));
        assertTrue(node.name().matches("#block\\d\\d\\d"), node.name());
        assertSame(node, graph.findDevice("drive0"));
        graph.del(node.name());
        assertNull(graph.findDevice("drive0"));
        graph.add(memory("drive0"));
    }

    @Test
    void nodesAreListedNewestFirstAndChildrenBeforeParents() {
        graph.add(filter("top", ChildDefinition.inline("file", ChildRole.FILTER, memory("low"))));
        graph.add(memory("other"));
        assertEquals(
                List.of("other", "top", "low"),
                graph.nodes().stream().map(BlockNode::name).toList());
        assertEquals(
                List.of("top", "other"), graph.topNodes().stream().map(BlockNode::name).toList());
    }

    @Test
    void deletingTheRootTakesInlineChildrenAlong() {
        MemoryDriver low = new MemoryDriver(512);
        graph.add(
                filter(
                        "top",
                        ChildDefinition.inline("file", ChildRole.FILTER, low.definition("low"))));
        assertBusy("low");
        graph.del("top");
        assertTrue(low.isClosed());
        assertNull(graph.find("low"));
        graph.add(memory("low"));
    }

    @Test
    void referredNodesStayAndAreInUseMeanwhile() {
        MemoryDriver low = new MemoryDriver(512);
        graph.add(low.definition("low"));
        graph.add(filter("top", ChildDefinition.reference("file", ChildRole.FILTER, "low")));
        assertBusy("low");
        graph.del("top");
        assertFalse(low.isClosed());
        graph.del("low");
        assertTrue(low.isClosed());
    }

    @Test
    void inlineChildLivesOnWhileAnotherParentHoldsIt() {
        MemoryDriver low = new MemoryDriver(512);
        graph.add(
                filter(
                        "one",
                        ChildDefinition.inline("file", ChildRole.FILTER, low.definition("low"))));
        graph.add(filter("two", ChildDefinition.reference("file", ChildRole.FILTER, "low")));
        graph.del("one");
        assertFalse(low.isClosed());
        graph.del("two");
        assertTrue(low.isClosed());
    }

    @Test
    void inlineChildLivesOnWhileABackendHoldsIt() {
        MemoryDriver low = new MemoryDriver(512);
        graph.add(
                filter(
                        "top",
                        ChildDefinition.inline("file", ChildRole.FILTER, low.definition("low"))));
        try (BlockBackend reader = test.reader(graph.node("low"))) {
            graph.del("top");
            assertFalse(low.isClosed());
            assertEquals("low", reader.node().name());
        }
        assertTrue(low.isClosed());
        assertNull(graph.find("low"));
    }

    @Test
    void nodeWithABackendIsInUse() {
        BlockNode node = graph.add(memory("n"));
        try (BlockBackend reader = test.reader(node)) {
            assertBusy("n");
            assertTrue(graph.hasBackend(reader.node()));
        }
        graph.del("n");
    }

    @Test
    void unknownNodesAreNamedInTheError() {
        for (BlockException refused :
                List.of(
                        assertThrows(BlockException.class, () -> graph.del("nope")),
                        assertThrows(BlockException.class, () -> graph.node("nope")),
                        assertThrows(
                                BlockException.class,
                                () ->
                                        graph.add(
                                                filter(
                                                        "top",
                                                        ChildDefinition.reference(
                                                                "file",
                                                                ChildRole.FILTER,
                                                                "nope")))))) {
            assertEquals(Errno.ENOENT, refused.errno());
            assertTrue(refused.getMessage().contains("'nope'"), refused.getMessage());
        }
        graph.add(memory("top"));
    }

    @Test
    void slowOpeningHoldsUpNobodyAndItsNameIsTaken() throws InterruptedException {
        CountDownLatch opening = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        NodeDefinition slow =
                NodeDefinition.of(
                        "memory",
                        GivenOptions.named("slow"),
                        List.of(),
                        context -> {
                            opening.countDown();
                            await(goOn);
                            return new MemoryDriver(512);
                        });
        Thread adder = Thread.ofPlatform().start(() -> graph.add(slow));
        opening.await();
        graph.add(memory("quick"));
        assertNull(graph.find("slow"));
        assertThrows(BlockException.class, () -> graph.add(memory("slow")));
        goOn.countDown();
        adder.join();
        assertEquals("slow", graph.node("slow").name());
    }

    @Test
    void tooLargeNodesAreRefusedAndClosed() {
        MemoryDriver huge =
                new MemoryDriver(512) {
                    @Override
                    public synchronized long size() {
                        return BlockLimits.MAX_LENGTH + 1;
                    }
                };
        BlockException refused =
                assertThrows(BlockException.class, () -> graph.add(huge.definition("huge")));
        assertEquals(Errno.EFBIG, refused.errno());
        assertTrue(huge.isClosed());
    }

    private void assertBusy(String name) {
        BlockException refused = assertThrows(BlockException.class, () -> graph.del(name));
        assertEquals(Errno.EBUSY, refused.errno());
        assertTrue(refused.getMessage().contains("'" + name + "'"), refused.getMessage());
    }

    private static NodeDefinition memory(String name) {
        return new MemoryDriver(512).definition(name);
    }

    private static NodeDefinition filter(String name, ChildDefinition file) {
        return NodeDefinition.of(
                "filter",
                GivenOptions.named(name),
                List.of(file),
                context -> new PassThrough(context.child("file")));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }
}
