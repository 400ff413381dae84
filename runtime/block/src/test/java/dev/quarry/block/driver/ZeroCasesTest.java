package dev.quarry.block.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.DetectZeroes;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.TestGraph;
import dev.quarry.block.WriteFlags;
import dev.quarry.posix.Errno;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** The cases of {@code zero-cases.txt}: one line, one test. */
class ZeroCasesTest {
    private static final int SIZE = 1 << 20;

    @TempDir Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void leavesSpaceAndExtentsAsTheReference(Case line) throws IOException {
        FileSystemNeeds.zeroRanges(folder);
        if (line.raw.contains("cache.direct")) {
            FileSystemNeeds.directIo(folder);
        }
        Path path = Disks.full(folder, SIZE);
        byte[] model = new byte[SIZE];
        Arrays.fill(model, Disks.FILLING);
        try (TestGraph graph = new TestGraph()) {
            BlockNode node =
                    graph.add(
                            Disks.raw(
                                    options(line.raw).withName("disk"), options(line.file), path));
            try (BlockBackend disk = node.isReadOnly() ? graph.reader(node) : graph.writer(node)) {
                for (String operation : line.operations.split(", *", -1)) {
                    run(disk, operation, model);
                }
                // before reading: pages in the cache make a file system call zeroed space data
                String map = Disks.map(disk);
                assertEquals(line.extents.equals("*") ? map : line.extents, map, "extents");
                int wrong = Arrays.mismatch(model, Disks.content(disk));
                assertEquals(-1, line.operations.contains("discard") ? -1 : wrong, "wrong byte");
            }
            assertEquals(line.kib, Disks.allocatedKib(path), "KiB");
        }
    }

    private static void run(BlockBackend disk, String operation, byte[] model) {
        String[] words = operation.trim().split(" ", -1);
        if (words[0].startsWith("fails-")) {
            Errno errno = Errno.valueOf(words[0].substring(6).toUpperCase(Locale.ROOT));
            BlockException refused =
                    assertThrows(
                            BlockException.class,
                            () -> act(disk, words[1], bytes(words[2]), bytes(words[3])));
            assertEquals(errno, refused.errno());
            return;
        }
        long offset = bytes(words[1]);
        long length = bytes(words[2]);
        act(disk, words[0], offset, length);
        if (!words[0].equals("discard")) {
            model(words[0], model, (int) offset, (int) length);
        }
    }

    private static void act(BlockBackend disk, String verb, long offset, long length) {
        switch (verb) {
            case "write-zero-data" -> disk.write(offset, filled(length, 0), WriteFlags.NONE);
            case "write-data" -> disk.write(offset, filled(length, 0x55), WriteFlags.NONE);
            case "write-mixed" -> disk.write(offset, mixed(length), WriteFlags.NONE);
            case "read" -> disk.read(offset, filled(length, 0));
            case "discard" -> disk.discard(offset, length);
            case "flush" -> disk.flush();
            default -> disk.writeZeroes(offset, length, flags(verb));
        }
    }

    private static void model(String verb, byte[] model, int offset, int length) {
        switch (verb) {
            case "read", "flush" -> {}
            case "write-data" -> Arrays.fill(model, offset, offset + length, (byte) 0x55);
            case "write-mixed" -> mixed(length).get(model, offset, length);
            default -> Arrays.fill(model, offset, offset + length, (byte) 0);
        }
    }

    private static WriteFlags flags(String verb) {
        WriteFlags flags = WriteFlags.NONE;
        for (String word : verb.split("-", -1)) {
            flags =
                    switch (word) {
                        case "unmap" -> flags.with(WriteFlags.MAY_UNMAP);
                        case "fast" -> flags.with(WriteFlags.NO_FALLBACK);
                        case "fua" -> flags.with(WriteFlags.FUA);
                        case "zero" -> flags;
                        default -> throw new IllegalArgumentException(verb);
                    };
        }
        return flags;
    }

    private static ByteBuffer filled(long length, int value) {
        ByteBuffer buffer = ByteBuffer.allocate((int) length);
        Arrays.fill(buffer.array(), (byte) value);
        return buffer;
    }

    /** Zeros but for the last byte. */
    private static ByteBuffer mixed(long length) {
        return filled(length, 0).put((int) length - 1, (byte) 1);
    }

    private static GivenOptions options(String text) {
        GivenOptions options = GivenOptions.NONE;
        for (String option : text.isBlank() ? new String[0] : text.trim().split(" ", -1)) {
            options =
                    switch (option) {
                        case "discard=unmap" -> options.withUnmap(true);
                        case "discard=ignore" -> options.withUnmap(false);
                        case "detect-zeroes=on" -> options.withDetectZeroes(DetectZeroes.ON);
                        case "detect-zeroes=unmap" -> options.withDetectZeroes(DetectZeroes.UNMAP);
                        case "read-only=true" -> options.withReadOnly(true);
                        case "cache.direct=true" -> options.withCache(true, null);
                        default -> throw new IllegalArgumentException(option);
                    };
        }
        return options;
    }

    private static long bytes(String text) {
        long unit = text.endsWith("m") ? 1 << 20 : text.endsWith("k") ? 1 << 10 : 1;
        return Long.parseLong(unit == 1 ? text : text.substring(0, text.length() - 1)) * unit;
    }

    static Stream<Case> cases() throws IOException {
        try (InputStream file = ZeroCasesTest.class.getResourceAsStream("zero-cases.txt")) {
            String text =
                    new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            return text
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Case::parse)
                    .toList()
                    .stream();
        }
    }

    /** One line of the file. */
    record Case(String name, String raw, String file, String operations, long kib, String extents) {
        static Case parse(String line) {
            String[] parts = line.split(" *\\| *", -1);
            return new Case(
                    parts[0], parts[1], parts[2], parts[3], Long.parseLong(parts[4]), parts[5]);
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
