package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;

/**
 * After a power cut at any moment an image opens, has everything the guest flushed and nothing it
 * never wrote, and a check finds leaks at worst. {@code -DpowerCutSteps=} makes it longer.
 */
class PowerCutTest {
    private static final int STEPS = Integer.getInteger("powerCutSteps", 90);
    private static final Qcow2Settings SMALL_CACHES =
            new Qcow2Settings(null, null, null, null, 0L, 0L, 0);

    @TempDir Path folder;

    private record Shape(String name, CreateOptions options, int backing) {}

    @TestFactory
    Stream<DynamicTest> leavesWhatWasFlushed() {
        CreateOptions small = CreateOptions.ofSize(512 << 10);
        return Stream.of(
                        new Shape("v3 4 KiB", small.withClusterSize(4096), -1),
                        new Shape("v3 512 B", small.withClusterSize(512), -1),
                        new Shape(
                                "v3 growing table",
                                CreateOptions.ofSize(3 << 20)
                                        .withClusterSize(512)
                                        .withRefcountBits(64),
                                -1),
                        new Shape(
                                "v3 few clusters",
                                CreateOptions.ofSize(48 << 10).withClusterSize(4096),
                                -1),
                        new Shape("subclusters", extended(small), -1),
                        new Shape("subclusters overlay", extended(small), 400_384),
                        new Shape("v2", small.withClusterSize(4096).withVersion(2), -1),
                        new Shape(
                                "v2 overlay", small.withClusterSize(4096).withVersion(2), 400_384),
                        new Shape("v3 overlay", small.withClusterSize(2048), 512 << 10))
                .map(shape -> DynamicTest.dynamicTest(shape.name(), () -> run(shape)));
    }

    @TestFactory
    Stream<DynamicTest> leavesWhatWasFlushedOnImagesOfThePeer() {
        return Stream.of("snapshot", "compressed")
                .map(kind -> DynamicTest.dynamicTest(kind, () -> runOnPeers(kind)));
    }

    private static CreateOptions extended(CreateOptions options) {
        return options.toBuilder().clusterSize(1 << 14).extendedL2(true).build();
    }

    private void run(Shape shape) {
        Random random = new Random(Seeds.seed());
        MemoryFile empty = new MemoryFile();
        Qcow2Format.create(empty, shape.options());
        byte[] guest = new byte[(int) shape.options().size()];
        BackingSource backing = BackingSource.NONE;
        if (shape.backing() >= 0) {
            byte[] content = new byte[shape.backing()];
            random.nextBytes(content);
            System.arraycopy(content, 0, guest, 0, content.length);
            backing = () -> new MemoryBacking(content);
        }
        boolean discardZeroes = shape.options().version() >= 3 || shape.backing() < 0;
        cutOften(empty.content(), guest, backing, discardZeroes, random);
    }

    private void runOnPeers(String kind) throws IOException {
        Peer peer = new Peer(folder);
        Random random = new Random(Seeds.seed());
        byte[] content = new byte[512 << 10];
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) random.nextInt(3);
        }
        Files.write(folder.resolve("plain"), content);
        String[] compress = kind.equals("compressed") ? new String[] {"-c"} : new String[0];
        String[] convert =
                Stream.of(
                                Stream.of("qemu-img", "convert"),
                                Stream.of(compress),
                                Stream.of("-O", "qcow2", "-o", "cluster_size=4k"),
                                Stream.of("-f", "raw", "plain", "theirs"))
                        .flatMap(part -> part)
                        .toArray(String[]::new);
        peer.run(convert);
        if (kind.equals("snapshot")) {
            peer.run("qemu-img", "snapshot", "-c", "one", "theirs");
        }
        byte[] file = Files.readAllBytes(folder.resolve("theirs"));
        cutOften(file, content, BackingSource.NONE, true, random);
    }

    private void cutOften(
            byte[] file,
            byte[] guest,
            BackingSource backing,
            boolean discardZeroes,
            Random random) {
        RecordingFile record = new RecordingFile(file);
        try (OpenImage image = open(record, backing)) {
            ImageModel model = new ImageModel(image, guest.clone(), discardZeroes, random, record);
            fill(model, guest.length);
            for (int step = 0; step < STEPS; step++) {
                model.step();
            }
        }
        PowerCuts cuts = new PowerCuts(file, guest, random);
        int[] number = {0};
        int count =
                cuts.play(
                        record.events(),
                        guest.length > 1 << 20 ? 50 : 8,
                        (survivor, cut) -> {
                            try {
                                requireSound(survivor, cut, backing, guest.length, random);
                                if (number[0]++ % 60 == 7) {
                                    peerCheck(survivor.content());
                                }
                            } catch (RuntimeException | AssertionError failure) {
                                throw new AssertionError(
                                        "seed " + Seeds.seed() + ", cut " + number[0], failure);
                            }
                        });
        assertTrue(count > STEPS / 4, "cuts: " + count);
    }

    /** Grows the file, and with it the refcount structures, with a flush now and then. */
    private static void fill(ImageModel model, int size) {
        int piece = Math.max(8 << 10, size / 24 / 512 * 512);
        for (int at = 0; at + piece <= size; at += piece) {
            model.write(at, piece);
            if (at / piece % 3 == 2) {
                model.flush();
            }
        }
    }

    private static void requireSound(
            MemoryFile file, PowerCuts cut, BackingSource backing, int size, Random random) {
        requireNoCorruption(file);
        try (OpenImage image = open(file, backing)) {
            ByteBuffer content = ByteBuffer.allocate(size);
            image.read(0, content);
            cut.requireAllowed(content.array());
            ImageModel model = new ImageModel(image, content.array(), true, random);
            for (int step = 0; step < 5; step++) {
                model.write(random.nextInt(size / 512 - 32) * 512, 16 << 10);
            }
            model.compareAll();
        }
        requireNoCorruption(file);
    }

    private static void requireNoCorruption(ImageFile file) {
        Findings findings = Qcow2Check.check(file);
        assertEquals(0, findings.corruptions(), findings::toString);
    }

    private void peerCheck(byte[] file) {
        try {
            Files.write(folder.resolve("survivor"), file);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
        Peer.Outcome outcome = new Peer(folder).check("survivor");
        assertTrue(outcome.status() == 0 || outcome.status() == 3, outcome::toString);
    }

    private static OpenImage open(ImageFile file, BackingSource backing) {
        OpenImage.Options options = new OpenImage.Options(true, true, true, SMALL_CACHES);
        return OpenImage.open(file, options, backing, _ -> {});
    }
}
