package dev.quarry.nbd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** The clients people use, against our server; our client against a server people use. */
@Timeout(120)
class InteropTest {
    private static final int SIZE = 8 << 20;

    @TempDir Path folder;

    private final MemoryDisk disk = new MemoryDisk(SIZE);
    private NbdServer server;
    private String uri;

    @BeforeEach
    void start() throws IOException {
        server = TestServer.unix(folder, new NbdExport("disk", "words", disk, true, true));
        uri = "nbd+unix:///disk?socket=" + folder.resolve("nbd.sock");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void nbdinfoSeesWhatWeOffer() throws Exception {
        String told = run("nbdinfo", uri);
        for (String line :
                List.of(
                        "newstyle-fixed without TLS, using structured packets",
                        "export-size: 8388608",
                        "base:allocation",
                        "qemu:allocation-depth",
                        "is_read_only: false",
                        "can_fast_zero: true",
                        "can_multi_conn: true")) {
            assertTrue(told.contains(line), () -> line + " is missing in " + told);
        }
        assertTrue(run("nbdinfo", "--list", uri).contains("words"));
        assertTrue(run("nbdinfo", "--map", uri).contains("hole,zero"));
    }

    @Test
    void nbdcopyCopiesThereAndBack() throws Exception {
        byte[] content = mixed(1);
        Path in = Files.write(folder.resolve("in"), content);
        Path out = folder.resolve("out");
        run("nbdcopy", in.toString(), uri);
        assertArrayEquals(content, disk.snapshot());
        run("nbdcopy", uri, out.toString());
        assertArrayEquals(content, Files.readAllBytes(out));
    }

    @Test
    void qemuIoReadsAndWrites() throws Exception {
        String told =
                run(
                        "qemu-io",
                        "-f",
                        "raw",
                        "-c",
                        "write -P 5 1M 3M",
                        "-c",
                        "write -z -u 2M 1M",
                        "-c",
                        "write -f -P 9 5 7",
                        "-c",
                        "read -P 0 2M 1M",
                        "-c",
                        "read -P 5 3M 1M",
                        "-c",
                        "discard 3M 64k",
                        "-c",
                        "flush",
                        uri);
        assertTrue(!told.contains("fail") && !told.contains("mismatch"), told);
        byte[] expected = new byte[SIZE];
        Arrays.fill(expected, 1 << 20, 4 << 20, (byte) 5);
        Arrays.fill(expected, 2 << 20, (3 << 20) + (64 << 10), (byte) 0);
        Arrays.fill(expected, 5, 12, (byte) 9);
        assertArrayEquals(expected, disk.snapshot());
    }

    @Test
    void qemuImgConvertsComparesAndMaps() throws Exception {
        byte[] content = mixed(2);
        Path file = Files.write(folder.resolve("file"), content);
        run("qemu-img", "convert", "-n", "-f", "raw", "-O", "raw", file.toString(), uri);
        assertArrayEquals(content, disk.snapshot());
        run("qemu-img", "compare", "-f", "raw", "-F", "raw", file.toString(), uri);
        String map = run("qemu-img", "map", "-f", "raw", "--output=json", uri);
        assertTrue(map.contains("\"zero\": true, \"data\": false"), map);
    }

    @Test
    void fioVerifiesWhatItWrote() throws Exception {
        String told =
                run(
                        "fio",
                        "--name=j",
                        "--ioengine=nbd",
                        "--uri=" + uri,
                        "--rw=randrw",
                        "--bsrange=512-64k",
                        "--bs_unaligned",
                        "--size=8M",
                        "--iodepth=16",
                        "--verify=crc32c",
                        "--verify_fatal=1",
                        "--randseed=7");
        assertTrue(told.contains("err= 0"), told);
    }

    @Test
    void ourClientUsesAnotherServer() throws Exception {
        Path program = TestNeeds.tool("qemu-nbd");
        Path file = sparse(folder.resolve("other"));
        Path socket = folder.resolve("other.sock");
        Process peer =
                new ProcessBuilder(
                                List.of(
                                        program.toString(),
                                        "--persistent",
                                        "--format=raw",
                                        "--discard=unmap",
                                        "--socket=" + socket,
                                        file.toString()))
                        .redirectErrorStream(true)
                        .start();
        try {
            awaitSocket(socket);
            useOther(socket);
        } finally {
            peer.destroy();
            assertTrue(peer.waitFor(10, TimeUnit.SECONDS));
        }
        byte[] expected = new byte[SIZE];
        Arrays.fill(expected, 1000, 500_000, (byte) 3);
        Arrays.fill(expected, 8192, 16384, (byte) 0);
        assertArrayEquals(expected, Files.readAllBytes(file));
    }

    private static Path sparse(Path file) throws IOException {
        try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
            made.setLength(SIZE);
        }
        return file;
    }

    private static void useOther(Path socket) {
        try (NbdClient client = NbdClient.connect(UnixDomainSocketAddress.of(socket), "")) {
            byte[] threes = new byte[499_000];
            Arrays.fill(threes, (byte) 3);
            client.write(1000, ByteBuffer.wrap(threes), true);
            client.writeZeroes(8192, 8192, true, false, false);
            client.flush();
            ByteBuffer got = ByteBuffer.allocate(499_000);
            client.read(1000, got);
            assertEquals(3, got.get(0));
            assertEquals(0, got.get(8192 - 1000));
            assertTrue(client.extent(8192, 4096).isZero());
            assertTrue(client.extent(4 << 20, 4096).isHole());
        }
    }

    private static void awaitSocket(Path socket) throws InterruptedException {
        for (int i = 0; i < 1000 && !Files.exists(socket); i++) {
            Thread.sleep(10);
        }
    }

    /** Random data and zeroes, in turns. */
    private static byte[] mixed(long seed) {
        byte[] content = new byte[SIZE];
        Random random = new Random(seed);
        for (int at = 0; at < SIZE; at += 256 << 10) {
            if (random.nextBoolean()) {
                byte[] noise = new byte[100_000];
                random.nextBytes(noise);
                System.arraycopy(noise, 0, content, at, noise.length);
            }
        }
        return content;
    }

    private String run(String tool, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(TestNeeds.tool(tool).toString()));
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String told = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, process.waitFor(), () -> String.join(" ", command) + "\n" + told);
        return told;
    }
}
