package dev.quarry.block;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.posix.Errno;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What may not be done to a node as a whole while somebody works with it. */
class OpBlockersTest {
    private final TestGraph test = new TestGraph();
    private final BlockGraph graph = test.graph();

    @AfterEach
    void close() {
        test.close();
    }

    @ParameterizedTest
    @EnumSource
    void backingFileStaysAsItIs(NodeOperation operation) {
        test.add(new MemoryDriver(4096).definition("base"));
        test.add(overlay("top"));
        boolean harmless =
                EnumSet.of(
                                NodeOperation.COMMIT_TARGET,
                                NodeOperation.STREAM,
                                NodeOperation.BACKUP_SOURCE,
                                NodeOperation.BACKUP_TARGET)
                        .contains(operation);
        if (harmless) {
            assertDoesNotThrow(() -> graph.requireAllowed(graph.node("base"), operation));
        } else {
            assertBusy("base", operation, "backing file of node 'top'");
        }
        graph.requireAllowed(graph.node("top"), operation);
        graph.del("top");
        graph.requireAllowed(graph.node("base"), operation);
    }

    @ParameterizedTest
    @EnumSource
    void whoWorksWithANodeForbidsAllButSome(NodeOperation operation) {
        BlockNode node = test.add(new MemoryDriver(4096).definition("n"));
        Set<NodeOperation> allowed = Set.of(NodeOperation.DATAPLANE);
        try (OpBlocker _ = OpBlocker.allBut(allowed, node, "job 'j1'")) {
            if (allowed.contains(operation)) {
                graph.requireAllowed(node, operation);
            } else {
                assertBusy("n", operation, "job 'j1'");
            }
        }
        graph.requireAllowed(node, operation);
    }

    @Test
    void nodeOfAJobIsNeitherRemovedNorResized() {
        MemoryDriver driver = new MemoryDriver(4096);
        BlockNode node = test.add(driver.definition("n"));
        OpBlocker first = OpBlocker.allBut(Set.of(), node, "job 'one'");
        OpBlocker second = OpBlocker.allBut(Set.of(), node, "job 'two'");
        first.close();
        first.close();
        for (BlockException refused :
                List.of(
                        assertThrows(BlockException.class, () -> graph.del("n")),
                        assertThrows(BlockException.class, () -> graph.resize(node, 512)))) {
            assertEquals(Errno.EBUSY, refused.errno());
            assertTrue(refused.getMessage().contains("job 'two'"), refused.getMessage());
        }
        assertEquals(4096, node.size());
        second.close();
        graph.resize(node, 512);
        graph.del("n");
        assertTrue(driver.isClosed());
    }

    @Test
    void nodeThatIsGoneIsNotHeld() {
        BlockNode node = test.add(new MemoryDriver(4096).definition("n"));
        graph.del("n");
        assertThrows(BlockException.class, () -> OpBlocker.allBut(Set.of(), node, "job 'j'"));
    }

    private void assertBusy(String name, NodeOperation operation, String who) {
        BlockException refused =
                assertThrows(
                        BlockException.class,
                        () -> graph.requireAllowed(graph.node(name), operation));
        assertEquals(Errno.EBUSY, refused.errno());
        String message = refused.getMessage();
        assertTrue(message.contains("'" + name + "'") && message.contains(who), message);
        assertTrue(message.contains(operation.done()), message);
    }

    private static NodeDefinition overlay(String name) {
        return NodeDefinition.of(
                "overlay",
                GivenOptions.named(name),
                List.of(ChildDefinition.reference("backing", ChildRole.BACKING, "base")),
                context -> new MemoryDriver(4096));
    }
}
