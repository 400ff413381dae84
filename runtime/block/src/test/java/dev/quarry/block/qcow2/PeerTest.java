package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Images of each side are read alike by the other, and found clean. */
class PeerTest {
    private static final int SIZE = 4 << 20;

    @TempDir Path folder;

    private record Shape(String name, CreateOptions options, boolean overlay) {}

    private static Stream<Shape> shapes() {
        CreateOptions plain = CreateOptions.ofSize(SIZE);
        return Stream.of(
                new Shape("v3", plain, false),
                new Shape("v3-512", plain.withClusterSize(512), false),
                new Shape("v3-2M", plain.withClusterSize(2 << 20), false),
                new Shape("v3-1bit", plain.withClusterSize(4096).withRefcountBits(1), false),
                new Shape("v3-64bit", plain.withClusterSize(512).withRefcountBits(64), false),
                new Shape("v3-odd", CreateOptions.ofSize(SIZE - 512 * 7), false),
                new Shape("v3-zstd", plain.toBuilder().zstd(true).build(), false),
                new Shape("v3-ext", plain.toBuilder().extendedL2(true).build(), false),
                new Shape("v3-ext-overlay", extendedOverlay(plain), true),
                new Shape("v2", plain.withVersion(2), false),
                new Shape("v2-overlay", plain.withVersion(2).withBacking("base", "raw"), true),
                new Shape("v3-overlay", plain.withBacking("base", "raw"), true));
    }

    private static CreateOptions extendedOverlay(CreateOptions options) {
        return options.withBacking("base", "raw").toBuilder()
                .clusterSize(1 << 15)
                .extendedL2(true)
                .build();
    }

    @TestFactory
    Stream<DynamicTest> readsWhatWeWrite() {
        return shapes().map(shape -> DynamicTest.dynamicTest(shape.name(), () -> ours(shape)));
    }

    private void ours(Shape shape) throws IOException {
        Peer peer = new Peer(folder);
        long seed = Seeds.seed();
        Random random = new Random(seed);
        byte[] expected = new byte[(int) shape.options().size()];
        BackingSource backing = shape.overlay() ? base(random, expected) : BackingSource.NONE;
        Path path = folder.resolve(shape.name());
        Qcow2Format.create(path, shape.options());
        boolean discardZeroes = shape.options().version() >= 3 || !shape.overlay();
        for (int reopened = 0; reopened < 2; reopened++) {
            try (ChannelFile file = openRw(path);
                    OpenImage image = open(file, backing)) {
                ImageModel model = new ImageModel(image, expected, discardZeroes, random);
                for (int step = 0; step < 250; step++) {
                    model.step();
                }
            }
            peer.requireClean(shape.name());
            assertArrayEquals(expected, peer.content(shape.name(), "qcow2"), "seed " + seed);
        }
    }

    private BackingSource base(Random random, byte[] expected) throws IOException {
        byte[] content = new byte[SIZE / 2 + 512];
        random.nextBytes(content);
        Arrays.fill(content, content.length / 4, content.length / 2, (byte) 0);
        System.arraycopy(content, 0, expected, 0, content.length);
        Files.write(folder.resolve("base"), content);
        return () -> new MemoryBacking(content);
    }

    @TestFactory
    Stream<DynamicTest> isReadAsItWrites() {
        return Stream.of(
                        "compat=1.1",
                        "compat=0.10",
                        "cluster_size=512",
                        "cluster_size=2M",
                        "refcount_bits=1",
                        "refcount_bits=64,cluster_size=1k",
                        "extended_l2=on",
                        "extended_l2=on,cluster_size=16k",
                        "lazy_refcounts=on",
                        "preallocation=metadata",
                        "preallocation=full")
                .map(options -> DynamicTest.dynamicTest(options, () -> theirs(options)));
    }

    private void theirs(String options) throws IOException {
        Peer peer = new Peer(folder);
        Random random = new Random(Seeds.seed());
        peer.run("qemu-img", "create", "-f", "qcow2", "-o", options, "theirs", "4M");
        peer.io("theirs", commands(random, 60));
        byte[] expected = peer.content("theirs", "qcow2");
        try (ChannelFile file =
                        ChannelFile.open(folder.resolve("theirs"), StandardOpenOption.READ);
                OpenImage image =
                        OpenImage.open(
                                file, OpenImage.Options.READ_ONLY, BackingSource.NONE, _ -> {})) {
            new ImageModel(image, expected, true, random).compareAll();
            assertEquals("0 corruptions, 0 leaks []", Qcow2Check.check(file).toString());
        }
        goOn(peer, expected, random);
    }

    /** We go on where the peer stopped, on its own image. */
    private void goOn(Peer peer, byte[] expected, Random random) {
        try (ChannelFile file = openRw(folder.resolve("theirs"));
                OpenImage image = open(file, BackingSource.NONE)) {
            ImageModel model = new ImageModel(image, expected, true, random);
            for (int step = 0; step < 200; step++) {
                model.step();
            }
        }
        peer.requireClean("theirs");
        assertArrayEquals(expected, peer.content("theirs", "qcow2"), "seed " + Seeds.seed());
    }

    private static List<String> commands(Random random, int count) {
        List<String> commands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int offset = random.nextInt(SIZE / 4096 - 64) * 4096;
            int bytes = (1 + random.nextInt(40)) * 4096;
            commands.add(
                    switch (random.nextInt(6)) {
                        case 0 -> "write -z " + offset + " " + bytes;
                        case 1 -> "write -z -u " + offset + " " + bytes;
                        case 2 -> "discard " + offset + " " + bytes;
                        default -> "write -P " + random.nextInt(256) + " " + offset + " " + bytes;
                    });
        }
        return commands;
    }

    @ParameterizedTest
    @ValueSource(strings = {"compat=1.1", "compression_type=zstd", "extended_l2=on"})
    void compressedClustersAreReadAndReplaced(String options) throws IOException {
        Peer peer = new Peer(folder);
        Random random = new Random(Seeds.seed());
        byte[] content = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            content[i] = (byte) (random.nextInt(4) + i / 70_000);
        }
        Files.write(folder.resolve("plain"), content);
        peer.run(
                "qemu-img",
                "convert",
                "-c",
                "-f",
                "raw",
                "-O",
                "qcow2",
                "-o",
                options,
                "plain",
                "theirs");
        try (ChannelFile file = openRw(folder.resolve("theirs"));
                OpenImage image = open(file, BackingSource.NONE)) {
            new ImageModel(image, content, true, random).compareAll();
        }
        goOn(peer, content, random);
    }

    @ParameterizedTest
    @ValueSource(strings = {"compat=1.1", "extended_l2=on"})
    void snapshotsStayWhatTheyWere(String options) throws IOException {
        Peer peer = new Peer(folder);
        Random random = new Random(Seeds.seed());
        peer.run("qemu-img", "create", "-f", "qcow2", "-o", options, "theirs", "4M");
        peer.io("theirs", commands(random, 40));
        byte[] before = peer.content("theirs", "qcow2");
        peer.run("qemu-img", "snapshot", "-c", "one", "theirs");
        goOn(peer, before.clone(), random);
        peer.run("qemu-img", "snapshot", "-a", "one", "theirs");
        peer.requireClean("theirs");
        assertArrayEquals(before, peer.content("theirs", "qcow2"), "seed " + Seeds.seed());
    }

    @Test
    void aCrashOfThePeerWithLazyCountsIsRepaired() throws IOException {
        Peer peer = new Peer(folder);
        Random random = new Random(Seeds.seed());
        peer.run("qemu-img", "create", "-f", "qcow2", "-o", "lazy_refcounts=on", "theirs", "4M");
        List<String> commands = commands(random, 30);
        commands.add("flush");
        byte[] expected = contentAfter(peer, commands);
        commands.add("abort");
        List<String> line = new ArrayList<>(List.of("qemu-io", "-f", "qcow2", "-d", "unmap"));
        commands.forEach(command -> line.addAll(List.of("-c", command)));
        line.add("theirs");
        peer.tryRun(line);
        assertEquals(2, peer.check("theirs").status(), "the crash leaves wrong counts");
        goOn(peer, expected, random);
    }

    private static byte[] contentAfter(Peer peer, List<String> commands) {
        peer.run("qemu-img", "create", "-f", "qcow2", "same", "4M");
        peer.io("same", commands);
        return peer.content("same", "qcow2");
    }

    @Test
    void theHeaderReadsLikeOneOfThePeer() {
        Peer peer = new Peer(folder);
        Qcow2Format.create(
                folder.resolve("ours"), CreateOptions.ofSize(SIZE).withBacking("base.img", "raw"));
        String info = peer.run("qemu-img", "info", "-f", "qcow2", "--output=json", "ours");
        for (String part :
                List.of(
                        "\"virtual-size\": " + SIZE,
                        "\"backing-filename\": \"base.img\"",
                        "\"backing-filename-format\": \"raw\"",
                        "\"compat\": \"1.1\"",
                        "\"refcount-bits\": 16",
                        "\"cluster-size\": 65536")) {
            assertEquals(true, info.contains(part), part + " in " + info);
        }
    }

    @Test
    void aHoleAtTheEndOfTheFileIsFine() throws IOException {
        Peer peer = new Peer(folder);
        Qcow2Format.create(folder.resolve("ours"), CreateOptions.ofSize(SIZE));
        try (ChannelFile file = openRw(folder.resolve("ours"));
                OpenImage image = open(file, BackingSource.NONE)) {
            image.write(70_000 / 512 * 512, ByteBuffer.allocate(512).put(0, (byte) 7));
        }
        assertEquals(true, Files.size(folder.resolve("ours")) % 65536 != 0, "ends in a cluster");
        peer.requireClean("ours");
        assertEquals(7, peer.content("ours", "qcow2")[70_000 / 512 * 512]);
    }

    private static ChannelFile openRw(Path path) {
        return ChannelFile.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static OpenImage open(ImageFile file, BackingSource backing) {
        return OpenImage.open(file, OpenImage.Options.READ_WRITE, backing, _ -> {});
    }
}
