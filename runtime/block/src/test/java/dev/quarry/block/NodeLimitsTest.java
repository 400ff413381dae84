package dev.quarry.block;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;

/** What a node can take as a whole: its driver's limits, and some of those below it. */
class NodeLimitsTest {
    private final TestGraph graph = new TestGraph();

    @AfterEach
    void close() {
        graph.close();
    }

    @Test
    void someLimitsOfTheNodesBelowHoldAboveThemToo() {
        add("low", BlockLimits.BYTES.withRequestAlignment(512, 4096).withMaxTransfer(1 << 20));
        add(
                "base",
                BlockLimits.BYTES
                        .withOptTransfer(8192)
                        .withMaxTransfer(1 << 16)
                        .withZeroes(4096, 1 << 20)
                        .withDiscard(65536, 1 << 20));
        BlockLimits limits =
                above(
                        ChildDefinition.reference("file", ChildRole.IMAGE, "low"),
                        ChildDefinition.reference("backing", ChildRole.BACKING, "base"));
        BlockLimits expected =
                new BlockLimits(
                        1,
                        4096,
                        8192,
                        1 << 16,
                        1,
                        0,
                        65536,
                        0,
                        WriteFlags.NONE,
                        WriteFlags.NONE,
                        false);
        assertEquals(expected, limits);
    }

    @Test
    void whatHoldsNoContentLimitsNothing() {
        add("log", BlockLimits.BYTES.withOptTransfer(8192).withMaxTransfer(1 << 16));
        Set<ChildRole> metadata = Set.of(ChildRole.METADATA);
        assertEquals(BlockLimits.BYTES, above(ChildDefinition.reference("log", metadata, "log")));
    }

    private void add(String name, BlockLimits limits) {
        graph.add(new MemoryDriver(65536).withLimits(limits).definition(name));
    }

    private BlockLimits above(ChildDefinition... children) {
        MemoryDriver driver = new MemoryDriver(65536).withLimits(BlockLimits.BYTES);
        return graph.add(
                        NodeDefinition.of(
                                "top",
                                GivenOptions.named("top"),
                                List.of(children),
                                context -> driver))
                .limits();
    }
}
