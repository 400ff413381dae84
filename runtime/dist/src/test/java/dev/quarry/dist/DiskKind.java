package dev.quarry.dist;

import dev.quarry.testing.Seed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The kinds of image that random tests run on. */
enum DiskKind {
    RAW("raw", "-q"),
    QCOW2("qcow2", "-o", "cluster_size=4096"),
    QCOW2_V2("qcow2", "-o", "compat=0.10"),
    OVERLAY("qcow2", "-F", "raw", "-b", "base.raw", "-o", "cluster_size=16384");

    /** Size of the disks in bytes. */
    static final int SIZE = 4 << 20;

    private final String format;
    private final String options;

    DiskKind(String format, String... options) {
        this.format = format;
        this.options = String.join(" ", options);
    }

    String format() {
        return format;
    }

    /** Makes the image, and the base it needs. */
    Path create(Path folder, Seed seed) throws IOException {
        if (this == OVERLAY) {
            Files.write(folder.resolve("base.raw"), base(seed));
        }
        return Images.create(folder.resolve("disk." + this), format, SIZE, options.split(" ", 0));
    }

    /** Starts a daemon that exports the image as {@code disk} at {@code nbd.sock}. */
    DaemonProcess export(Path folder, Path image, String detectZeroes) throws IOException {
        return DaemonProcess.start(
                folder,
                "--blockdev",
                "driver=file,node-name=file,discard=unmap,filename=" + image,
                "--blockdev",
                "driver=%s,node-name=disk,file=file,discard=unmap,detect-zeroes=%s"
                        .formatted(format, detectZeroes),
                "--nbd-server",
                "addr.type=unix,addr.path=" + folder.resolve("nbd.sock"),
                "--export",
                "type=nbd,id=e,node-name=disk,writable=on");
    }

    /** Fails when the overlay's base is not as it was made. */
    void expectBaseUntouched(Path folder, Seed seed) throws IOException {
        if (this == OVERLAY) {
            byte[] now = Files.readAllBytes(folder.resolve("base.raw"));
            if (!Arrays.equals(base(seed), now)) {
                throw new AssertionError("the base of the overlay has changed, " + seed);
            }
        }
    }

    /** A base somewhat shorter than the disk, with data in its odd stretches of 100,000 bytes. */
    private static byte[] base(Seed seed) {
        byte[] base = new byte[SIZE - 512 * 1001];
        seed.random("base").nextBytes(base);
        for (int at = 0; at < base.length; at += 200_000) {
            Arrays.fill(base, at, Math.min(at + 100_000, base.length), (byte) 0);
        }
        return base;
    }
}
