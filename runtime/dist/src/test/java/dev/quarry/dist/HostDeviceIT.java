package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Random operations on a disk of the host: what is read is what was written, and is on it. */
@Timeout(120)
class HostDeviceIT {
    private static final int SIZE = 4 << 20;
    private static final int OPERATIONS = 3000;

    @TempDir private Path folder;

    @ParameterizedTest(name = "detect-zeroes={0}, cache.direct={1}")
    @CsvSource({"off, false", "on, true", "unmap, false", "unmap, true"})
    void holdsWhatWasWritten(String mode, boolean direct) throws IOException {
        TestNeeds.tools("losetup", "mount");
        Assumptions.assumeTrue(HostStorage.isOffered(folder), "not run: no loop devices here");
        Seed seed = Seed.orElse(6);
        byte[] content = new byte[SIZE];
        seed.random("content").nextBytes(content);
        Path image = Files.write(folder.resolve("disk.raw"), content);
        try (HostStorage storage = new HostStorage()) {
            storage.loop(image);
            ModelledDisk disk = new ModelledDisk(content, seed, mode + ", direct=" + direct);
            work(disk, mode, direct);
            assertArrayEquals(disk.content(), Files.readAllBytes(image), seed::toString);
        }
    }

    private void work(ModelledDisk disk, String mode, boolean direct) throws IOException {
        Path socket = folder.resolve("nbd.sock");
        try (DaemonProcess daemon =
                        DaemonProcess.start(
                                folder,
                                "--blockdev",
                                "host_device,node-name=disk,discard=unmap,filename="
                                        + folder.resolve("disk.raw.dev")
                                        + (",detect-zeroes=" + mode)
                                        + (",cache.direct=" + (direct ? "on" : "off")),
                                "--nbd-server",
                                "addr.type=unix,addr.path=" + socket,
                                "--export",
                                "nbd,id=e,node-name=disk,writable=on");
                NbdSocket nbd = NbdSocket.unix(socket, "disk")) {
            disk.work(nbd, OPERATIONS);
            disk.expectEqual(nbd);
            daemon.monitor().execute("block-export-del", "{'id':'e','mode':'hard'}");
            daemon.quit();
        }
    }
}
