package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.BlockStatus;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.ChildRole;
import dev.quarry.block.DetectZeroes;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.TestGraph;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.driver.FileDriver;
import dev.quarry.block.driver.FileSettings;
import dev.quarry.block.driver.FileSystemNeeds;
import dev.quarry.block.driver.RawDriver;
import dev.quarry.posix.Errno;
import dev.quarry.posix.PosixFile;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** The cases of {@code zero-cases.txt} through the graph: one line, one test. */
class Qcow2CasesTest {
    @TempDir Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void leavesSpaceAndExtentsAsTheReference(Case line) throws IOException {
        FileSystemNeeds.holes(folder);
        byte[] model = prepare(line.image());
        try (TestGraph graph = new TestGraph()) {
            BlockNode node = graph.add(definition(line));
            try (BlockBackend disk = graph.writer(node)) {
                for (String operation : line.operations().split(", *", -1)) {
                    run(disk, operation.trim().split(" ", -1), model);
                }
                assertEquals(line.extents(), map(node, disk), "extents");
                assertArrayEquals(model, content(disk));
            }
        }
        try (ChannelFile file = ChannelFile.open(folder.resolve("disk"), StandardOpenOption.READ)) {
            assertEquals("0 corruptions, 0 leaks []", Qcow2Check.check(file).toString());
        }
        if (!line.kib().equals("*")) {
            assertEquals(Long.parseLong(line.kib()), allocatedKib(), "KiB");
        }
    }

    /** Makes the image; gives what a guest sees in it. */
    private byte[] prepare(String words) throws IOException {
        CreateOptions options = CreateOptions.ofSize(words.contains("100k") ? 102_400 : 1 << 20);
        options = words.contains("v2") ? options.withVersion(2) : options;
        byte[] data = new byte[(int) options.size()];
        Arrays.fill(data, (byte) 0xaa);
        if (words.startsWith("overlay")) {
            Files.write(folder.resolve("base"), data);
            options = options.withBacking("base", "raw");
        }
        Qcow2Format.create(folder.resolve("disk"), options);
        if (words.startsWith("empty")) {
            return new byte[data.length];
        }
        if (words.startsWith("full")) {
            fill(data);
        }
        return data;
    }

    private void fill(byte[] data) {
        try (TestGraph graph = new TestGraph();
                BlockBackend disk = graph.writer(graph.add(qcow2("", "")))) {
            disk.write(0, ByteBuffer.wrap(data), WriteFlags.NONE);
        }
    }

    private NodeDefinition definition(Case line) {
        return qcow2(line.node(), line.file());
    }

    private NodeDefinition qcow2(String node, String file) {
        Boolean pass = node.contains("pass-discard-request=false") ? Boolean.FALSE : null;
        return Qcow2Driver.define(
                options(node).withName("disk"),
                new Qcow2Settings(null, pass, null, null, null, null, 0),
                ChildDefinition.inline(
                        "file", ChildRole.IMAGE, file(options(file), folder.resolve("disk"))),
                null,
                (format, name, _) -> raw(format, name));
    }

    private static NodeDefinition raw(String format, String name) {
        assertEquals("raw", format);
        return RawDriver.define(
                GivenOptions.NONE,
                RawDriver.Window.ALL,
                ChildDefinition.inline(
                        "file", ChildRole.FILTER, file(GivenOptions.NONE, Path.of(name))));
    }

    private static NodeDefinition file(GivenOptions options, Path path) {
        return FileDriver.define(options, FileSettings.of(path.toString()));
    }

    private static void run(BlockBackend disk, String[] words, byte[] model) {
        if (words[0].equals("fails-enotsup")) {
            BlockException refused =
                    assertThrows(
                            BlockException.class,
                            () -> act(disk, words[1], bytes(words[2]), bytes(words[3])));
            assertEquals(Errno.ENOTSUP, refused.errno());
            return;
        }
        int offset = bytes(words[1]);
        int length = bytes(words[2]);
        act(disk, words[0], offset, length);
        if (!words[0].equals("nothing-discard")) {
            byte value = (byte) (words[0].equals("write-data") ? 0x55 : 0);
            Arrays.fill(model, offset, offset + length, value);
        }
    }

    private static void act(BlockBackend disk, String verb, int offset, int length) {
        switch (verb) {
            case "write-zero-data" -> disk.write(offset, filled(length, 0), WriteFlags.NONE);
            case "write-data" -> disk.write(offset, filled(length, 0x55), WriteFlags.NONE);
            case "discard", "nothing-discard" -> disk.discard(offset, length);
            case "zero" -> disk.writeZeroes(offset, length, WriteFlags.NONE);
            case "zero-unmap" -> disk.writeZeroes(offset, length, WriteFlags.MAY_UNMAP);
            case "zero-fast" -> disk.writeZeroes(offset, length, WriteFlags.NO_FALLBACK);
            default -> throw new IllegalArgumentException(verb);
        }
    }

    private static ByteBuffer filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return ByteBuffer.wrap(bytes);
    }

    private static byte[] content(BlockBackend disk) {
        ByteBuffer content = ByteBuffer.allocate((int) disk.size());
        disk.read(0, content);
        return content.array();
    }

    /** What the image itself says of its extents. */
    private static String map(BlockNode node, BlockBackend disk) {
        StringBuilder map = new StringBuilder();
        String kind = "";
        long length = 0;
        for (long at = 0; at < disk.size(); ) {
            BlockStatus status = node.driver().blockStatus(at, disk.size() - at, true);
            if (!kind(status).equals(kind)) {
                map.append(length == 0 ? "" : kind + length / 1024 + " ");
                kind = kind(status);
                length = 0;
            }
            length += status.bytes();
            at += status.bytes();
        }
        return map + kind + length / 1024;
    }

    private static String kind(BlockStatus status) {
        if (status.isZero()) {
            return status.has(BlockStatus.OFFSET_VALID) ? "Z" : "z";
        }
        return status.isData() ? "d" : "u";
    }

    private long allocatedKib() {
        try (PosixFile file = PosixFile.open(folder.resolve("disk").toString(), Set.of())) {
            return file.status().allocatedBytes() / 1024;
        }
    }

    private static GivenOptions options(String text) {
        GivenOptions options = GivenOptions.NONE;
        if (text.contains("discard=unmap")) {
            options = options.withUnmap(true);
        }
        if (text.contains("discard=ignore")) {
            options = options.withUnmap(false);
        }
        if (text.contains("detect-zeroes=on")) {
            options = options.withDetectZeroes(DetectZeroes.ON);
        }
        return text.contains("detect-zeroes=unmap")
                ? options.withDetectZeroes(DetectZeroes.UNMAP)
                : options;
    }

    private static int bytes(String text) {
        return text.endsWith("k")
                ? Integer.parseInt(text.substring(0, text.length() - 1)) << 10
                : Integer.parseInt(text);
    }

    static Stream<Case> cases() throws IOException {
        try (InputStream file = Qcow2CasesTest.class.getResourceAsStream("zero-cases.txt")) {
            byte[] bytes = Objects.requireNonNull(file).readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.startsWith("#"))
                            .map(Case::parse)
                            .toList()
                            .stream();
        }
    }

    /** One line of the file. */
    record Case(
            String name,
            String image,
            String node,
            String file,
            String operations,
            String kib,
            String extents) {
        static Case parse(String line) {
            String[] part = line.split(" *\\| *", -1);
            return new Case(part[0], part[1], part[2], part[3], part[4], part[5], part[6]);
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
