package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A Linux guest makes a file system on an export, writes to it, and finds it again: the result is
 * clean, and with zero detection it is small though the guest writes all its zeros.
 */
@Timeout(300)
class GuestIT {
    private static final long DISK = 512L << 20;

    /** What is no zero in a fresh file system of that size, and the guest's files; amply. */
    private static final long MOST = 8L << 20;

    /** The inode tables and the journal are written out, and none of it may be taken on trust. */
    private static final String SCRIPT =
            """
            /programs/mkfs.ext4 -q -F -E lazy_itable_init=0,lazy_journal_init=0,nodiscard /dev/vda &&
            mount -t ext4 /dev/vda /mnt &&
            cp /bin/busybox /mnt/one && mkdir /mnt/folder && cp /bin/busybox /mnt/folder/two &&
            sync && rm /mnt/one && umount /mnt &&
            mount -t ext4 /dev/vda /mnt && cmp /bin/busybox /mnt/folder/two && umount /mnt &&
            echo all is well
            """;

    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({"raw", "qcow2"})
    void makesAFileSystem(String format) throws IOException {
        TestNeeds.tools("qemu-img", "e2fsck");
        GuestSystem guest = GuestSystem.build(folder, SCRIPT);
        Path image = Images.create(folder.resolve("disk." + format), format, DISK);
        String console;
        try (DaemonProcess daemon = export(image, format)) {
            console = guest.run("nbd+unix:///disk?socket=" + folder.resolve("nbd.sock"));
            daemon.quit();
        }
        assertTrue(console.contains("all is well"), console);
        long allocated = Tools.allocated(image);
        assertTrue(allocated < MOST, () -> allocated + " bytes are allocated; " + console);
        Path disk = image;
        if (!format.equals("raw")) {
            Images.expectClean(image);
            disk = folder.resolve("disk.raw");
            Tools.ok("qemu-img", "convert", "-f", format, "-O", "raw", image + "", disk + "");
        }
        Tools.ok("e2fsck", "-fn", disk.toString());
        Files.delete(disk);
    }

    private DaemonProcess export(Path image, String format) throws IOException {
        return DaemonProcess.start(
                folder,
                "--blockdev",
                "driver=%s,node-name=disk,discard=unmap,detect-zeroes=unmap,file.driver=file,file.filename=%s"
                        .formatted(format, image),
                "--nbd-server",
                "addr.type=unix,addr.path=" + folder.resolve("nbd.sock"),
                "--export",
                "type=nbd,id=e,node-name=disk,writable=on");
    }
}
