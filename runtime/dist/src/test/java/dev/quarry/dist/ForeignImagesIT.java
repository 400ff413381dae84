package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Images that the reference tools made, with every feature the format has: each is read and written
 * right, or only read, or refused by name; what is not written is never touched. {@code
 * -Doperations=100000} works longer on each.
 */
@Timeout(300)
class ForeignImagesIT {
    private static final int OPERATIONS = Integer.getInteger("operations", 300);

    @TempDir private static Path sockets;
    private static DaemonProcess daemon;

    @TempDir private Path folder;

    @BeforeAll
    static void start() throws IOException {
        TestNeeds.tools("qemu-img", "qemu-io");
        String address = "addr.type=unix,addr.path=" + sockets.resolve("nbd.sock");
        daemon = DaemonProcess.start(sockets, "--nbd-server", address);
    }

    @AfterAll
    static void stop() {
        if (daemon != null) {
            daemon.close();
        }
    }

    /** A test that failed half-way has left its node. */
    @AfterEach
    void tidy() {
        if (!daemon.monitor().nodeNames().isEmpty()) {
            remove();
        }
    }

    @ParameterizedTest
    @EnumSource
    void readOnlyItIsReadRightAndNeverTouched(ForeignImage kind) throws IOException {
        Path image = kind.make(folder);
        byte[] before = Files.readAllBytes(image);
        if (isAdded(kind, image, true, ForeignImage.Served.READ)) {
            try (var socket = export(true)) {
                byte[] content = Images.content(image, "qcow2", folder);
                assertArrayEquals(content, socket.read(0, ForeignImage.SIZE), "the disk");
                zerosOfTheExport().expectTrue(content, "the disk");
            }
            remove();
        }
        assertArrayEquals(before, Files.readAllBytes(image), "the file of a read-only node");
    }

    @ParameterizedTest
    @EnumSource
    void writableItIsWrittenRightOrRefusedUntouched(ForeignImage kind) throws IOException {
        Path image = kind.make(folder);
        byte[] before = Files.readAllBytes(image);
        byte[] content =
                kind == ForeignImage.ENCRYPTED ? before : Images.content(image, "qcow2", folder);
        byte[] snapshot = snapshot(kind, image);
        if (isAdded(kind, image, false, ForeignImage.Served.WRITE)) {
            var disk = new ModelledDisk(content, Seed.orElse(16), kind.toString());
            try (var socket = export(false)) {
                disk.work(socket, OPERATIONS);
                disk.expectEqual(socket);
            }
            ZeroRanges told = zerosOfTheExport();
            told.expectTrue(disk.content(), "the disk");
            remove();
            told.expectAllOf(ZeroRanges.declaredBy(image, "qcow2"), "the image");
            Images.expectClean(image);
            disk.expectEqual(Images.content(image, "qcow2", folder), "qemu-img convert");
            assertArrayEquals(snapshot, snapshot(kind, image), "the disk of the snapshot");
        } else {
            assertArrayEquals(before, Files.readAllBytes(image), "the refused file");
        }
    }

    /**
     * Adds the image; a refusal is right where no more is asked, names a reason, leaves no node.
     */
    private boolean isAdded(
            ForeignImage kind, Path image, boolean readOnly, ForeignImage.Served needed) {
        JsonNode reply = daemon.monitor().ask("blockdev-add", node(image, readOnly));
        if (reply.has("return")) {
            return true;
        }
        assertTrue(kind.served().compareTo(needed) < 0, reply::toString);
        assertEquals(0, daemon.monitor().nodeNames().size(), "nodes left by the refusal");
        return false;
    }

    /** What the snapshot of the image holds, or nothing when it has none. */
    private byte[] snapshot(ForeignImage kind, Path image) throws IOException {
        if (kind != ForeignImage.SNAPSHOT) {
            return new byte[0];
        }
        Path raw = folder.resolve("snapshot.raw");
        Tools.ok("qemu-img", "convert", "-l", "s", "-O", "raw", image + "", raw + "");
        return Files.readAllBytes(raw);
    }

    private static String node(Path image, boolean readOnly) {
        return "{'driver': 'qcow2', 'node-name': 'disk', 'read-only': "
                + readOnly
                + ", 'discard': 'unmap', 'file': {'driver': 'file', 'filename': '"
                + image
                + "'}}";
    }

    private NbdSocket export(boolean readOnly) throws IOException {
        daemon.monitor()
                .execute(
                        "block-export-add",
                        "{'type': 'nbd', 'id': 'e', 'node-name': 'disk', 'writable': "
                                + !readOnly
                                + "}");
        return NbdSocket.unix(sockets.resolve("nbd.sock"), "disk");
    }

    private ZeroRanges zerosOfTheExport() {
        return ZeroRanges.toldBy("nbd+unix:///disk?socket=" + sockets.resolve("nbd.sock"));
    }

    private void remove() {
        daemon.monitor().ask("block-export-del", "{'id': 'e', 'mode': 'hard'}");
        assertTrue(
                Pause.until(
                        Duration.ofSeconds(10),
                        () -> daemon.monitor().execute("query-block-exports").isEmpty()),
                "the export does not go away");
        daemon.monitor().execute("blockdev-del", "{'node-name': 'disk'}");
    }
}
