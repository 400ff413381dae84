package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Image files with spoilt headers and tables harm nobody: each is refused and left as it was, or
 * opened and served as far as it goes, while a good client is answered within a second.
 */
@Timeout(300)
class MalformedImageIT {
    private static final int IMAGES = 500;
    private static final int WARM_UP = 60;
    private static final int PIECE = 64 << 10;

    private final Seed seed = Seed.orElse(500);

    @TempDir private Path folder;

    @BeforeEach
    void needTools() {
        TestNeeds.tools("qemu-img", "qemu-io");
    }

    @Test
    void daemonBearsMalformedImages() throws IOException {
        Path bad = folder.resolve("bad.sock");
        var images = new MalformedQcow2(seed.random("qcow2"), folder);
        byte[] base = Files.readAllBytes(folder.resolve("base.qcow2"));
        try (var server = NbdExports.unix(folder, 4 << 20, DaemonProcess.monitor(bad, "bad"));
                var monitor = MonitorClient.negotiated(UnixDomainSocketAddress.of(bad));
                var socket = NbdSocket.open(server.where(), "raw")) {
            DaemonProcess daemon = server.daemon();
            Random random = seed.random("use");
            for (int at = 0; at < WARM_UP; at++) {
                offer(images.next(), monitor, server, random);
            }
            Footprint before = Footprint.of(daemon);
            var good = new GoodClient(daemon.monitor(), socket);
            int refused = 0;
            for (int at = 0; at < IMAGES; at++) {
                refused += offer(images.next(), monitor, server, random) ? 0 : 1;
                good.expectWell();
            }
            good.stop();
            assertTrue(refused > IMAGES / 10 && refused < IMAGES, "refused " + refused);
            before.expectNoMore(daemon, seed.toString());
            assertArrayEquals(base, Files.readAllBytes(folder.resolve("base.qcow2")), "the base");
            daemon.terminate();
        }
    }

    /** Adds, uses and removes an image; returns false when it was refused. */
    private boolean offer(byte[] image, MonitorClient monitor, NbdExports server, Random random)
            throws IOException {
        Path file = Files.write(folder.resolve("spoilt.qcow2"), image);
        boolean readOnly = random.nextInt(4) == 0;
        var reply =
                monitor.ask(
                        "blockdev-add",
                        "{'driver': 'qcow2', 'node-name': 'spoilt', 'read-only': %s,"
                                        .formatted(readOnly)
                                + " 'file': {'driver': 'file', 'filename': '"
                                + file
                                + "'}}");
        if (reply.has("error")) {
            assertArrayEquals(
                    image, Files.readAllBytes(file), () -> seed + ": touched, though " + reply);
            return false;
        }
        use(monitor, server, readOnly, random);
        monitor.execute("blockdev-del", "{'node-name': 'spoilt'}");
        return true;
    }

    private static void use(
            MonitorClient monitor, NbdExports server, boolean readOnly, Random random)
            throws IOException {
        monitor.execute(
                "block-export-add",
                "{'type': 'nbd', 'id': 's', 'node-name': 'spoilt', 'writable': %s}"
                        .formatted(!readOnly));
        try (var socket = NbdSocket.open(server.where(), "spoilt")) {
            socket.batch(requests(socket.size(), random), (at, error) -> {});
        } catch (EOFException | SocketException e) {
            // A server may drop the clients of an image that it finds broken.
            monitor.execute("query-block-exports");
        }
        monitor.execute("block-export-del", "{'id': 's', 'mode': 'hard'}");
    }

    /** Reads, and writes if they are allowed, wherever the first MiB has a place for them. */
    private static List<NbdRequest> requests(long size, Random random) {
        List<NbdRequest> requests = new ArrayList<>();
        for (int at = 0; at + PIECE <= Math.min(size, 1 << 20); at += PIECE) {
            requests.add(
                    switch (random.nextInt(6)) {
                        case 0 -> NbdRequest.write(0, at, new byte[PIECE / 3]);
                        case 1 -> NbdRequest.bare(NbdRequest.WRITE_ZEROES, 0, at, PIECE);
                        case 2 -> NbdRequest.bare(NbdRequest.TRIM, 0, at, PIECE);
                        default -> NbdRequest.read(at, PIECE);
                    });
        }
        requests.add(NbdRequest.flush());
        return requests;
    }
}
