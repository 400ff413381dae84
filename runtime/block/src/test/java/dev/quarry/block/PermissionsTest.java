package dev.quarry.block;

import static dev.quarry.block.Permissions.ALL;
import static dev.quarry.block.Permissions.CONSISTENT_READ;
import static dev.quarry.block.Permissions.NONE;
import static dev.quarry.block.Permissions.RESIZE;
import static dev.quarry.block.Permissions.WRITE;
import static dev.quarry.block.Permissions.WRITE_UNCHANGED;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.posix.Errno;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;

class PermissionsTest {
    private final TestGraph graph = new TestGraph();
    private final MemoryDriver driver = new MemoryDriver(4096);

    @AfterEach
    void close() {
        graph.close();
    }

    @Test
    void usersThatDoNotShareConflictAndBothAreNamed() {
        BlockNode node = graph.add(driver.definition("n"));
        Access exclusive = new Access(CONSISTENT_READ, ALL.without(WRITE));
        try (BlockBackend first = BlockBackend.open(node, exclusive, "export 'one'")) {
            BlockException refused =
                    assertThrows(
                            BlockException.class,
                            () -> BlockBackend.open(node, new Access(WRITE, ALL), "export 'two'"));
            assertEquals(Errno.EPERM, refused.errno());
            for (String part : List.of("'n'", "export 'one'", "export 'two'", "write")) {
                assertTrue(refused.getMessage().contains(part), refused.getMessage());
            }
            assertEquals(exclusive, node.access());
            first.flush();
        }
        BlockBackend.open(node, new Access(WRITE, ALL), "export 'two'").close();
    }

    @Test
    void idleImageFormatTakesItsFileAndSharesReading() {
        BlockNode file = addFormat(GivenOptions.NONE, ChildRole.IMAGE);
        assertEquals(
                new Access(
                        CONSISTENT_READ.with(WRITE).with(RESIZE),
                        CONSISTENT_READ.with(WRITE_UNCHANGED)),
                file.access());
    }

    @Test
    void readOnlyImageFormatOnlyReads() {
        BlockNode file = addFormat(GivenOptions.NONE.withReadOnly(true), ChildRole.IMAGE);
        assertEquals(
                new Access(CONSISTENT_READ, CONSISTENT_READ.with(WRITE_UNCHANGED)), file.access());
    }

    @Test
    void forcedSharingSharesEverything() {
        BlockNode file =
                addFormat(
                        GivenOptions.NONE.withReadOnly(true).withForceShare(true), ChildRole.IMAGE);
        assertEquals(new Access(CONSISTENT_READ, ALL), file.access());
    }

    @Test
    void filterPassesEverythingOn() {
        BlockNode file = addFormat(GivenOptions.NONE, ChildRole.FILTER);
        assertEquals(Access.IDLE, file.access());
        Access some = new Access(WRITE_UNCHANGED, CONSISTENT_READ);
        try (BlockBackend user = BlockBackend.open(graph.graph().node("top"), some, "u")) {
            assertEquals(some, file.access());
            assertEquals(some, user.access());
        }
        assertEquals(Access.IDLE, file.access());
    }

    @Test
    void writerOnAReadOnlyNodeIsRefused() {
        BlockNode node = graph.add(driver.definition(GivenOptions.named("n").withReadOnly(true)));
        BlockException refused = assertThrows(BlockException.class, () -> graph.writer(node));
        assertEquals(Errno.EPERM, refused.errno());
        assertEquals(Access.IDLE, node.access());
    }

    @Test
    void writerWithoutResizeNeedsWholeBlocks() {
        MemoryDriver odd = new MemoryDriver(4096 + 512);
        odd.withLimits(odd.limits().withRequestAlignment(4096, 1));
        BlockNode node = graph.add(odd.definition("n"));
        assertThrows(
                BlockException.class, () -> BlockBackend.open(node, new Access(WRITE, ALL), "u"));
        BlockBackend.open(node, new Access(WRITE.with(RESIZE), ALL), "u").close();
    }

    @Test
    void forceShareIsOnlyForReaders() {
        assertThrows(
                BlockException.class,
                () -> graph.add(driver.definition(GivenOptions.named("n").withForceShare(true))));
    }

    @Test
    void setsAreWhatTheirNamesSay() {
        assertEquals("consistent read, resize", CONSISTENT_READ.with(RESIZE).toString());
        assertEquals(NONE, ALL.inverse());
        assertTrue(ALL.has(WRITE) && ALL.hasAny(WRITE) && !NONE.hasAny(ALL) && NONE.has(NONE));
        assertEquals(WRITE_UNCHANGED, Permissions.ofBit(2));
    }

    private BlockNode addFormat(GivenOptions options, Set<ChildRole> roles) {
        ChildDefinition file = ChildDefinition.inline("file", roles, driver.definition("file"));
        BlockNode top =
                graph.add(
                        NodeDefinition.of(
                                "format",
                                options.withName("top"),
                                List.of(file),
                                context -> new PassThrough(context.child("file"))));
        return top.children().getFirst().node();
    }
}
