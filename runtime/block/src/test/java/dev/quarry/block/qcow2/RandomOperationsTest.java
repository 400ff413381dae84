package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;

/** Random guest operations on images of many shapes agree with a plain array, and stay clean. */
class RandomOperationsTest {
    private static final int STEPS = 2000;

    /** A shape of image; {@code backing} is the length of its backing file, or -1. */
    private record Shape(String name, CreateOptions options, int backing) {}

    private static Stream<Shape> shapes() {
        CreateOptions small = CreateOptions.ofSize(1 << 20);
        return Stream.of(
                new Shape("v3", small.withClusterSize(4096), -1),
                new Shape("v3 default", CreateOptions.ofSize(8 << 20), -1),
                new Shape("v3 odd size", CreateOptions.ofSize(1_000_448), -1),
                new Shape("v3 512 B", CreateOptions.ofSize(6 << 20).withClusterSize(512), -1),
                new Shape("v3 1-bit", small.withClusterSize(512).withRefcountBits(1), -1),
                new Shape("v3 64-bit", small.withClusterSize(512).withRefcountBits(64), -1),
                new Shape("subclusters", extended(small), -1),
                new Shape("subclusters overlay", extended(small), 600_064),
                new Shape("v2", small.withClusterSize(4096).withVersion(2), -1),
                new Shape("v2 overlay", small.withClusterSize(4096).withVersion(2), 600_064),
                new Shape("v3 overlay", small.withClusterSize(4096), 1 << 20),
                new Shape("v3 short overlay", small.withClusterSize(1024), 300_032));
    }

    private static CreateOptions extended(CreateOptions options) {
        return options.toBuilder().clusterSize(1 << 14).extendedL2(true).build();
    }

    @TestFactory
    Stream<DynamicTest> agreeWithAnArray() {
        return shapes().map(shape -> DynamicTest.dynamicTest(shape.name(), () -> run(shape)));
    }

    private static void run(Shape shape) {
        long seed = Seeds.seed();
        try {
            run(shape, new Random(seed));
        } catch (RuntimeException | AssertionError failure) {
            throw new AssertionError("seed " + seed + ", " + shape.name(), failure);
        }
    }

    private static void run(Shape shape, Random random) {
        MemoryFile file = new MemoryFile();
        Qcow2Format.create(file, shape.options());
        byte[] expected = new byte[(int) shape.options().size()];
        BackingSource backing = backing(shape, random, expected);
        boolean discardZeroes = shape.options().version() >= 3 || shape.backing() < 0;
        for (int reopened = 0; reopened < 4; reopened++) {
            try (OpenImage image = open(file, backing)) {
                ImageModel model = new ImageModel(image, expected, discardZeroes, random);
                for (int step = 0; step < STEPS / 4; step++) {
                    model.step();
                }
                model.compareAll();
            }
            Findings findings = Qcow2Check.check(file);
            assertEquals(0, findings.corruptions() + findings.leaks(), findings::toString);
        }
    }

    private static BackingSource backing(Shape shape, Random random, byte[] expected) {
        if (shape.backing() < 0) {
            return BackingSource.NONE;
        }
        byte[] content = new byte[shape.backing()];
        random.nextBytes(content);
        Arrays.fill(content, content.length / 3, content.length / 2, (byte) 0);
        System.arraycopy(content, 0, expected, 0, Math.min(content.length, expected.length));
        return () -> new MemoryBacking(content);
    }

    private static OpenImage open(ImageFile file, BackingSource backing) {
        return OpenImage.open(file, OpenImage.Options.READ_WRITE, backing, _ -> {});
    }
}
