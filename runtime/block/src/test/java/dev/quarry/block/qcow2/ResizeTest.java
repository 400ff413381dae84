package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Images that grow and shrink, against an array, against the peer, and with the power cut. */
class ResizeTest {
    private static final int STEPS = 25;
    private static final int LARGEST = 3 << 20;

    @TempDir Path folder;

    private record Shape(String name, CreateOptions options, int backing) {}

    private static Stream<Shape> shapes() {
        CreateOptions some = CreateOptions.ofSize(300 << 10);
        return Stream.of(
                new Shape("64 KiB clusters", some, -1),
                new Shape("4 KiB clusters", some.withClusterSize(4096), -1),
                new Shape("512 B clusters", some.withClusterSize(512), -1),
                new Shape(
                        "subclusters",
                        some.toBuilder().clusterSize(1 << 14).extendedL2(true).build(),
                        200_192),
                new Shape("version 2", some.withClusterSize(1024).withVersion(2), -1),
                new Shape("overlay of a longer file", some.withClusterSize(4096), 2 << 20),
                new Shape("overlay of a shorter file", some.withClusterSize(512), 100_352));
    }

    @TestFactory
    Stream<DynamicTest> agreeWithAnArrayAndWithThePeer() {
        return shapes().map(
                        shape -> DynamicTest.dynamicTest(shape.name(), () -> resizeOften(shape)));
    }

    private void resizeOften(Shape shape) throws IOException {
        long seed = Seeds.seed();
        Random random = new Random(seed);
        MemoryFile file = new MemoryFile();
        Qcow2Format.create(file, shape.options());
        byte[] below = below(shape, random);
        byte[] expected = Arrays.copyOf(below, (int) shape.options().size());
        BackingSource backing =
                shape.backing() < 0 ? BackingSource.NONE : () -> new MemoryBacking(below);
        Supplier<OpenImage> opener = () -> open(file, backing);
        OpenImage image = opener.get();
        for (int step = 0; step < STEPS; step++) {
            int size = random.nextInt(LARGEST / 512) * 512;
            image = new SizeChange(opener).apply(image, size);
            expected = Arrays.copyOf(expected, size);
            assertArrayEquals(expected, content(image), "seed " + seed + ", step " + step);
            write(image, expected, random);
        }
        image.close();
        Findings findings = Qcow2Check.check(file);
        assertEquals(0, findings.corruptions() + findings.leaks(), findings::toString);
        Files.write(folder.resolve("image"), file.content());
        new Peer(folder).requireClean("image");
    }

    private static byte[] below(Shape shape, Random random) {
        byte[] content = new byte[Math.max(0, shape.backing())];
        random.nextBytes(content);
        return content;
    }

    private static void write(OpenImage image, byte[] expected, Random random) {
        for (int i = 0; i < 4 && expected.length > 0; i++) {
            int offset = random.nextInt(expected.length);
            byte[] data = new byte[random.nextInt(Math.min(expected.length - offset, 90_000)) + 1];
            random.nextBytes(data);
            image.write(offset, ByteBuffer.wrap(data));
            System.arraycopy(data, 0, expected, offset, data.length);
        }
    }

    @Test
    void aCutLeavesTheOldSizeOrTheNewOneAndWhatWasFlushed() {
        for (int[] sizes : new int[][] {{40 << 10, 2 << 20}, {2 << 20, 40 << 10}}) {
            Random random = new Random(Seeds.seed());
            MemoryFile empty = new MemoryFile();
            Qcow2Format.create(empty, CreateOptions.ofSize(sizes[0]).withClusterSize(512));
            byte[] guest = new byte[sizes[0]];
            random.nextBytes(guest);
            RecordingFile record = new RecordingFile(filled(empty, guest));
            byte[] before = record.content();
            Supplier<OpenImage> opener = () -> open(record, BackingSource.NONE);
            new SizeChange(opener).apply(opener.get(), sizes[1]).close();
            Set<Long> seen = new TreeSet<>();
            PowerCuts cuts = new PowerCuts(before, guest, random);
            cuts.play(record.events(), 1, (survivor, _) -> seen.add(sound(survivor, guest, sizes)));
            assertEquals(Set.of((long) sizes[0], (long) sizes[1]), seen);
        }
    }

    private static byte[] filled(MemoryFile file, byte[] guest) {
        try (OpenImage image = open(file, BackingSource.NONE)) {
            image.write(0, ByteBuffer.wrap(guest));
        }
        return file.content();
    }

    private static long sound(MemoryFile file, byte[] guest, int[] sizes) {
        Findings findings = Qcow2Check.check(file);
        assertEquals(0, findings.corruptions(), () -> "seed " + Seeds.seed() + findings);
        try (OpenImage image = open(file, BackingSource.NONE)) {
            int kept = Math.min(sizes[0], sizes[1]);
            byte[] content = Arrays.copyOf(content(image), kept);
            assertArrayEquals(Arrays.copyOf(guest, kept), content, "seed " + Seeds.seed());
            return image.geometry().size();
        }
    }

    @Test
    void whatIsCutOffIsGivenBack() {
        MemoryFile file = new MemoryFile();
        Qcow2Format.create(file, CreateOptions.ofSize(2 << 20).withClusterSize(512));
        Supplier<OpenImage> opener = () -> open(file, BackingSource.NONE);
        OpenImage image = opener.get();
        image.write(0, ByteBuffer.wrap(new byte[1 << 20]));
        image = new SizeChange(opener).apply(image, 512);
        image.write(0, ByteBuffer.wrap(new byte[512]));
        image = new SizeChange(opener).apply(image, 2 << 20);
        long length = file.size();
        image.write(0, ByteBuffer.wrap(new byte[1 << 20]));
        image.close();
        assertTrue(file.size() <= length, "grew from " + length + " to " + file.size());
    }

    private static byte[] content(OpenImage image) {
        ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(image.geometry().size()));
        image.read(0, content);
        return content.array();
    }

    private static OpenImage open(ImageFile file, @Nullable BackingSource backing) {
        return OpenImage.open(
                file,
                OpenImage.Options.READ_WRITE,
                backing == null ? BackingSource.NONE : backing,
                _ -> {});
    }
}
