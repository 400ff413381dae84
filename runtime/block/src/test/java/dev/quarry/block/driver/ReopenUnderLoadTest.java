package dev.quarry.block.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.Access;
import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.NodeOptions;
import dev.quarry.block.Permissions;
import dev.quarry.block.TestGraph;
import dev.quarry.block.WriteFlags;
import dev.quarry.qapi.generated.BlockdevCacheOptions;
import dev.quarry.qapi.generated.BlockdevDetectZeroesOptions;
import dev.quarry.qapi.generated.BlockdevDiscardOptions;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.BlockdevRef;
import dev.quarry.testing.Seed;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Four users write and read while options and children of their nodes change, well and badly:
 * nothing that was written is lost, and a refused change leaves no trace.
 */
class ReopenUnderLoadTest {
    private static final int USERS = 4;
    private static final int REGION = 256 << 10;
    private static final int ROUNDS = 250;

    @TempDir Path folder;

    private final AtomicBoolean ended = new AtomicBoolean();
    private final Queue<Throwable> surprises = new ConcurrentLinkedQueue<>();
    private String filename = "";

    @Test
    @Timeout(60)
    void nothingWrittenIsLostAndRefusalsLeaveNoTrace() throws Exception {
        filename = Disks.full(folder, USERS * REGION).toString();
        long seed = Seed.next().value();
        Random random = new Random(seed);
        try (TestGraph graph = new TestGraph()) {
            graph.add(BlockDrivers.define(file(random, false, false)));
            graph.add(BlockDrivers.define(raw(random, "alias", "file", false)));
            BlockNode top = graph.add(BlockDrivers.define(raw(random, "top", "file", false)));
            List<Thread> users = new ArrayList<>();
            for (int i = 0; i < USERS; i++) {
                users.add(user(top, i, new Random(seed + i)));
            }
            int refused = 0;
            for (int round = 0; round < ROUNDS && surprises.isEmpty(); round++) {
                refused += reopen(graph, random) ? 0 : 1;
            }
            ended.set(true);
            for (Thread user : users) {
                user.join();
            }
            assertEquals(List.of(), List.copyOf(surprises), "replay with -Dseed=" + seed);
            assertTrue(refused > 0 && refused < ROUNDS, "refused: " + refused);
        }
    }

    private Thread user(BlockNode node, int number, Random random) {
        Access access =
                new Access(
                        Permissions.CONSISTENT_READ.with(Permissions.WRITE),
                        Permissions.ALL.without(Permissions.RESIZE));
        BlockBackend disk = BlockBackend.open(node, access, "user " + number);
        return Thread.ofPlatform()
                .start(() -> {
                    try (disk) {
                        use(disk, (long) number * REGION, random);
                    } catch (RuntimeException | Error surprise) {
                        surprises.add(surprise);
                    }
                });
    }

    private void use(BlockBackend disk, long base, Random random) {
        byte[] expected = new byte[REGION];
        Arrays.fill(expected, Disks.FILLING);
        while (!ended.get()) {
            int offset = random.nextInt(REGION - 1);
            int length = random.nextInt(Math.min(REGION - offset, 20_000)) + 1;
            byte[] data = new byte[length];
            Arrays.fill(data, (byte) random.nextInt(3));
            disk.write(base + offset, ByteBuffer.wrap(data), WriteFlags.NONE);
            System.arraycopy(data, 0, expected, offset, length);
            if (random.nextInt(20) == 0) {
                ByteBuffer content = ByteBuffer.allocate(REGION);
                disk.read(base, content);
                assertEquals(-1, Arrays.mismatch(expected, content.array()), "wrong byte");
            }
        }
    }

    /** Returns whether it worked. */
    private boolean reopen(TestGraph graph, Random random) {
        List<NodeOptions> before = options(graph);
        List<BlockdevOptions> changes = new ArrayList<>();
        changes.add(file(random, random.nextBoolean(), random.nextInt(20) == 0));
        String below = random.nextBoolean() ? "alias" : "file";
        changes.add(raw(random, "top", below, random.nextInt(10) == 0));
        if (random.nextInt(4) == 0) {
            changes.add(raw(random, "alias", random.nextInt(4) == 0 ? "top" : "file", false));
        }
        try {
            graph.graph().reopen(changes.stream().map(BlockDrivers::define).toList());
            return true;
        } catch (BlockException refused) {
            assertEquals(before, options(graph), refused.getMessage());
            return false;
        }
    }

    private static List<NodeOptions> options(TestGraph graph) {
        return graph.graph().nodes().stream().map(BlockNode::options).toList();
    }

    /**
     * @param readOnly is refused where there are writers
     */
    private BlockdevOptions file(Random random, boolean direct, boolean readOnly) {
        return BlockdevOptions.File.builder()
                .nodeName("file")
                .filename(filename)
                .cache(new BlockdevCacheOptions(direct, true))
                .discard(
                        either(random, BlockdevDiscardOptions.UNMAP, BlockdevDiscardOptions.IGNORE))
                .detectZeroes(
                        either(
                                random,
                                BlockdevDetectZeroesOptions.ON,
                                BlockdevDetectZeroesOptions.OFF))
                .readOnly(readOnly)
                .build();
    }

    /**
     * @param outside puts the window where there is nothing, which is refused
     */
    private static BlockdevOptions raw(Random random, String name, String below, boolean outside) {
        return BlockdevOptions.Raw.builder()
                .nodeName(name)
                .file(new BlockdevRef.Reference(below))
                .discard(BlockdevDiscardOptions.UNMAP)
                .detectZeroes(
                        either(
                                random,
                                BlockdevDetectZeroesOptions.UNMAP,
                                BlockdevDetectZeroesOptions.OFF))
                .detectZeroesGranularity(random.nextBoolean() ? 4096L : null)
                .offset(outside ? 1L << 40 : null)
                .build();
    }

    private static <T> T either(Random random, T one, T other) {
        return random.nextBoolean() ? one : other;
    }
}
