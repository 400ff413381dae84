package dev.quarry.dist;

import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * Images written through the daemon are read identically by the reference tools, and the other way
 * round: 20,000 random operations against a byte array, with a new daemon several times on the way.
 */
@Timeout(300)
class RandomImageOpsIT {
    private static final int OPERATIONS_A_SESSION = 1250;
    private static final List<String> MODES = List.of("off", "on", "unmap", "unmap");

    @TempDir private Path folder;

    @BeforeEach
    void needTools() {
        TestNeeds.tools("qemu-img", "qemu-io");
    }

    @ParameterizedTest
    @EnumSource
    void daemonAndToolsReadTheSame(DiskKind kind) throws IOException {
        Seed seed = Seed.orElse(20_000);
        Path image = kind.create(folder, seed);
        byte[] start = Images.content(image, kind.format(), folder);
        var disk = new ModelledDisk(start, seed, kind.toString());
        Random random = seed.random("tools on " + kind);
        for (String mode : MODES) {
            workOverNbd(kind, image, mode, disk);
            checkByTools(kind, image, disk);
            workByTools(kind, image, disk, random);
        }
        checkByTools(kind, image, disk);
        kind.expectBaseUntouched(folder, seed);
    }

    private void workOverNbd(DiskKind kind, Path image, String mode, ModelledDisk disk)
            throws IOException {
        try (var daemon = kind.export(folder, image, mode)) {
            try (var socket = NbdSocket.unix(folder.resolve("nbd.sock"), "disk")) {
                disk.expectEqual(socket);
                disk.work(socket, OPERATIONS_A_SESSION);
                disk.expectEqual(socket);
            }
            end(daemon, mode);
        }
    }

    /** Three ways to end: quit, a signal, and removal before a signal. */
    private static void end(DaemonProcess daemon, String mode) {
        switch (mode) {
            case "off" -> daemon.quit();
            case "on" -> daemon.terminate();
            default -> {
                daemon.monitor().execute("block-export-del", "{'id': 'e', 'mode': 'hard'}");
                daemon.monitor().execute("blockdev-del", "{'node-name': 'disk'}");
                daemon.terminate();
            }
        }
    }

    private void checkByTools(DiskKind kind, Path image, ModelledDisk disk) throws IOException {
        disk.expectEqual(Images.content(image, kind.format(), folder), "qemu-img convert");
        if (!kind.format().equals("raw")) {
            Images.expectClean(image);
        }
    }

    /** Writes by {@code qemu-io} what the next session has to read. */
    private static void workByTools(DiskKind kind, Path image, ModelledDisk disk, Random random) {
        String[] commands = new String[12];
        for (int at = 0; at < commands.length; at++) {
            int length = 1 + random.nextInt(100_000);
            int offset = random.nextInt(DiskKind.SIZE - length);
            int value = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(255);
            String how = value != 0 ? "-P " + value : at % 2 == 0 ? "-z" : "-z -u";
            commands[at] = "write " + how + " " + offset + " " + length;
            disk.wrote(offset, length, value);
        }
        Images.io(kind.format(), image.toString(), commands);
    }
}
