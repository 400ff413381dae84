package dev.quarry.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NodeOptionsTest {
    private static final NodeOptions PARENT =
            NodeOptions.ofRoot(
                    GivenOptions.NONE
                            .withUnmap(true)
                            .withCache(true, true)
                            .withReadOnly(true)
                            .withAutoReadOnly(true)
                            .withForceShare(true)
                            .withDetectZeroes(DetectZeroes.UNMAP));

    @Test
    void rootBeginsWithTheDefaults() {
        assertEquals(NodeOptions.DEFAULTS, NodeOptions.ofRoot(GivenOptions.NONE));
    }

    @Test
    void inlineChildInheritsAllButDiscardAndDetection() {
        assertEquals(
                new NodeOptions(true, true, true, true, true, true, DetectZeroes.OFF, 0),
                NodeOptions.ofInlineChild(GivenOptions.NONE, PARENT, ChildRole.IMAGE));
        assertEquals(
                new NodeOptions(true, false, false, false, false, false, DetectZeroes.OFF, 0),
                NodeOptions.ofInlineChild(
                        GivenOptions.NONE, NodeOptions.DEFAULTS, ChildRole.FILTER));
    }

    @Test
    void backingFileIsReadOnlyUnlessItSaysOtherwise() {
        NodeOptions plain =
                NodeOptions.ofInlineChild(
                        GivenOptions.NONE, NodeOptions.DEFAULTS, ChildRole.BACKING);
        assertTrue(plain.readOnly());
        NodeOptions writable =
                NodeOptions.ofInlineChild(
                        GivenOptions.NONE.withReadOnly(false),
                        NodeOptions.DEFAULTS,
                        ChildRole.BACKING);
        assertEquals(false, writable.readOnly());
    }

    @Test
    void whatIsGivenWins() {
        GivenOptions given =
                GivenOptions.NONE.withUnmap(false).withCache(false, false).withAutoReadOnly(false);
        assertEquals(
                new NodeOptions(false, false, false, true, false, true, DetectZeroes.OFF, 0),
                NodeOptions.ofInlineChild(given, PARENT, ChildRole.IMAGE));
    }

    @Test
    void unmappingZerosNeedsDiscardsOnTheSameNode() {
        GivenOptions unmap = GivenOptions.NONE.withDetectZeroes(DetectZeroes.UNMAP);
        BlockException refused =
                assertThrows(BlockException.class, () -> NodeOptions.ofRoot(unmap));
        assertTrue(refused.getMessage().contains("'detect-zeroes=unmap'"), refused.getMessage());
        assertTrue(refused.getMessage().contains("'discard=unmap'"), refused.getMessage());
        NodeOptions.ofRoot(unmap.withUnmap(true));
        NodeOptions.ofInlineChild(unmap, NodeOptions.DEFAULTS, ChildRole.IMAGE);
        NodeOptions.ofRoot(GivenOptions.NONE.withDetectZeroes(DetectZeroes.ON));
    }
}
