package dev.quarry.block.driver;

import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockStatus;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.posix.PosixFile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;

/** Files as disks, and what can be seen of them. */
final class Disks {
    /** What a full disk is full of. */
    static final byte FILLING = (byte) 0xaa;

    private Disks() {}

    /** A file of so many bytes, none of them zero, all of them with space. */
    static Path full(Path folder, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        Arrays.fill(content, FILLING);
        return Files.write(folder.resolve("disk.raw"), content);
    }

    /** Raw over file, the file inside the definition. */
    static NodeDefinition raw(GivenOptions raw, GivenOptions file, Path path) {
        return window(raw, RawDriver.Window.ALL, file, path);
    }

    /** A part of a file. */
    static NodeDefinition window(
            GivenOptions raw, RawDriver.Window window, GivenOptions file, Path path) {
        return RawDriver.define(
                raw,
                window,
                ChildDefinition.inline("file", RawDriver.roles(window), file(file, path)));
    }

    /** A file alone. */
    static NodeDefinition file(GivenOptions options, Path path) {
        return FileDriver.define(options, FileSettings.of(path.toString()));
    }

    /** KiB the file system has given to a file. */
    static long allocatedKib(Path path) {
        try (PosixFile file = PosixFile.open(path.toString(), Set.of())) {
            return file.status().allocatedBytes() / 1024;
        }
    }

    /** The extents of a disk: {@code "d128 z896"} is 128 KiB of data, then 896 KiB of zeros. */
    static String map(BlockBackend disk) {
        StringBuilder map = new StringBuilder();
        long size = disk.size();
        char kind = 0;
        long length = 0;
        for (long at = 0; at < size; ) {
            BlockStatus status = disk.blockStatus(at, size - at, true);
            char next = status.isZero() ? 'z' : 'd';
            if (next != kind) {
                append(map, kind, length);
                length = 0;
            }
            kind = next;
            length += status.bytes();
            at += status.bytes();
        }
        append(map, kind, length);
        return map.toString();
    }

    private static void append(StringBuilder map, char kind, long bytes) {
        if (bytes > 0) {
            map.append(map.isEmpty() ? "" : " ").append(kind).append(inKib(bytes));
        }
    }

    private static String inKib(long bytes) {
        return bytes % 1024 == 0 ? Long.toString(bytes / 1024) : bytes + "b";
    }

    /** All bytes of a disk. */
    static byte[] content(BlockBackend disk) {
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(disk.size()));
        disk.read(0, all);
        return all.array();
    }
}
