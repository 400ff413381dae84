package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The NBD clients people use work against our exports, over both transports and on both formats.
 */
@Timeout(60)
class NbdInteropIT {
    private static final int MIB = 1 << 20;
    private static final int SIZE = 16 * MIB;

    @TempDir private static Path folder;
    private static final Map<String, NbdExports> SERVERS = new HashMap<>();

    @BeforeAll
    static void start() throws IOException {
        TestNeeds.tools("qemu-img", "qemu-io", "qemu-nbd", "nbdinfo", "nbdcopy", "fio");
        SERVERS.put("unix", NbdExports.unix(folder.resolve("unix"), SIZE, List.of()));
        SERVERS.put("tcp", NbdExports.tcp(folder.resolve("tcp"), SIZE, List.of()));
    }

    @AfterAll
    static void stop() {
        SERVERS.values().forEach(NbdExports::close);
    }

    @ParameterizedTest
    @CsvSource({"unix,raw", "unix,qcow2", "tcp,raw", "tcp,qcow2"})
    void nbdinfoTellsSizeAndAbilities(String transport, String export) {
        JsonNode about = info(uri(transport, export));
        assertEquals(SIZE, about.path("export-size").asLong());
        for (String ability : List.of("flush", "fua", "trim", "zero", "fast_zero", "multi_conn")) {
            assertTrue(about.path("can_" + ability).asBoolean(), "can_" + ability);
        }
        assertEquals(false, about.path("is_read_only").asBoolean());
        assertEquals("[\"base:allocation\"]", about.path("contexts").toString());
    }

    @ParameterizedTest
    @CsvSource({"unix", "tcp"})
    void readOnlyExportSaysSoAndRefusesWrites(String transport) throws IOException {
        String uri = uri(transport, "ro");
        assertEquals(true, info(uri).path("is_read_only").asBoolean());
        Tools.ok("qemu-io", "-r", "-f", "raw", uri, "-c", "read 0 64k");
        try (var client = NbdSocket.open(server(transport).where(), "ro")) {
            byte[] before = client.read(0, 4096);
            var write = NbdRequest.write(0, 0, new byte[] {1, 2, 3});
            client.batch(List.of(write), (at, error) -> assertNotEquals(0, error));
            assertArrayEquals(before, client.read(0, 4096));
        }
    }

    @ParameterizedTest
    @CsvSource({"unix", "tcp"})
    void bothListingsNameEveryExport(String transport) {
        List<String> list = new ArrayList<>(List.of("qemu-nbd", "--list"));
        list.addAll(server(transport).listOptions());
        String byQemu = Tools.ok(list.toArray(String[]::new));
        String byLibnbd = Tools.ok("nbdinfo", "--list", uri(transport, ""));
        for (String name : List.of("raw", "qcow2", "ro")) {
            assertTrue(byQemu.contains("'" + name + "'"), byQemu);
            assertTrue(byLibnbd.contains("export=\"" + name + "\""), byLibnbd);
        }
    }

    @ParameterizedTest
    @CsvSource({"unix,raw", "unix,qcow2", "tcp,raw", "tcp,qcow2"})
    void nbdinfoMapsDataAndHoles(String transport, String export) {
        String uri = uri(transport, export);
        Images.io("raw", uri, "write -z -u 0 16M", "write -P 0x11 1M 1M");
        List<String> extents = new ArrayList<>();
        for (var extent : Json.strict(Tools.ok("nbdinfo", "--map", "--json", uri))) {
            extents.add(
                    extent.path("offset").asLong() + " " + extent.path("description").asString());
        }
        assertEquals(List.of("0 hole,zero", MIB + " data", 2 * MIB + " hole,zero"), extents);
    }

    @ParameterizedTest
    @CsvSource({"unix,raw", "unix,qcow2", "tcp,raw", "tcp,qcow2"})
    void nbdcopyCopiesThereAndBack(String transport, String export) throws IOException {
        Path there = file(patchwork(transport + export));
        Path back = folder.resolve("back");
        Tools.ok("nbdcopy", there.toString(), uri(transport, export));
        Tools.ok("nbdcopy", uri(transport, export), back.toString());
        assertEquals(-1, Files.mismatch(there, back), "first byte that differs after nbdcopy");
    }

    @ParameterizedTest
    @CsvSource({"unix,raw", "unix,qcow2", "tcp,raw", "tcp,qcow2"})
    void qemuIoReadsWhatItWrote(String transport, String export) {
        String uri = uri(transport, export);
        Images.io("raw", uri, "write -P 0x5a 0 4M", "write -f -P 0x5b 1000 5000", "flush");
        Images.io(
                "raw",
                uri,
                "write -z 1M 1M",
                "write -z -u 2M 64k",
                "write -z -n 3M 64k",
                "write -P 0 3500k 10k",
                "discard 15M 1M",
                "aio_write -P 0x77 8M 1M",
                "aio_write -P 0x78 9M 1M",
                "aio_flush");
        Images.io(
                "raw",
                uri,
                "read -P 0x5a 0 1000",
                "read -P 0x5b 1000 5000",
                "read -P 0 1M 1M",
                "read -P 0 2M 64k",
                "read -P 0x5a 2112k 960k",
                "read -P 0 3M 64k",
                "read -P 0x5a 3136k 364k",
                "read -P 0 3500k 10k",
                "read -P 0x5a 3510k 586k",
                "read -P 0x77 8M 1M",
                "read -P 0x78 9M 1M");
    }

    @ParameterizedTest
    @CsvSource({"unix,raw", "unix,qcow2", "tcp,raw", "tcp,qcow2"})
    void qemuIoSeesAWrongPattern(String transport, String export) {
        String uri = uri(transport, export);
        Images.io("raw", uri, "write -P 0x21 5M 64k");
        var wrong = Tools.run("qemu-io", "-f", "raw", uri, "-c", "read -P 0x22 5M 64k");
        assertTrue(wrong.out().contains("Pattern verification failed"), wrong::toString);
    }

    @ParameterizedTest
    @CsvSource({"unix,raw", "unix,qcow2", "tcp,raw", "tcp,qcow2"})
    void qemuImgConvertsAndCompares(String transport, String export) throws IOException {
        byte[] bytes = patchwork("convert" + transport + export);
        Path there = file(bytes);
        String uri = uri(transport, export);
        Tools.ok("qemu-img", "convert", "-n", "-f", "raw", "-O", "raw", there + "", uri);
        Tools.ok("qemu-img", "compare", "-f", "raw", "-F", "raw", there + "", uri);
        Path back = folder.resolve("back.qcow2");
        Tools.ok("qemu-img", "convert", "-f", "raw", "-O", "qcow2", uri, back.toString());
        assertArrayEquals(bytes, Images.content(back, "qcow2", folder), "after both conversions");
        Images.io("raw", uri, "write -P 0x99 7M 4k");
        var compare = Tools.run("qemu-img", "compare", "-f", "raw", "-F", "raw", there + "", uri);
        assertEquals(1, compare.exit(), compare::toString);
    }

    @ParameterizedTest
    @CsvSource({"unix,raw", "unix,qcow2", "tcp,raw", "tcp,qcow2"})
    void fioVerifiesWhatItWrote(String transport, String export) {
        var result =
                Tools.run(
                        "fio",
                        "--name=verify",
                        "--ioengine=nbd",
                        "--uri=" + uri(transport, export),
                        "--rw=randwrite",
                        "--bsrange=4k-64k",
                        "--size=4M",
                        "--offset_increment=4M",
                        "--numjobs=3",
                        "--iodepth=8",
                        "--fsync=16",
                        "--verify=crc32c",
                        "--do_verify=1",
                        "--verify_fatal=1",
                        "--verify_state_save=0",
                        "--output-format=json");
        result.expectSuccess();
        JsonNode report = Json.strict(result.out().substring(result.out().indexOf('{')));
        assertEquals(3, report.path("jobs").size());
        for (JsonNode job : report.path("jobs")) {
            assertEquals(0, job.path("error").asInt(), result::toString);
            long read = job.path("read").path("io_bytes").asLong();
            assertTrue(read >= 4 * MIB, () -> "bytes read back " + read + "\n" + result);
        }
    }

    private static NbdExports server(String transport) {
        return Objects.requireNonNull(SERVERS.get(transport));
    }

    private static String uri(String transport, String export) {
        return server(transport).uri(export);
    }

    private static JsonNode info(String uri) {
        return Json.strict(Tools.ok("nbdinfo", "--json", uri)).path("exports").get(0);
    }

    private static Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("there"), content);
    }

    /** Pieces of random bytes and of zeroes of odd lengths. */
    private static byte[] patchwork(String part) {
        var random = Seed.orElse(1).random(part);
        byte[] content = new byte[SIZE];
        for (int at = 0; at < SIZE; ) {
            byte[] piece = new byte[Math.min(1 + random.nextInt(300_000), SIZE - at)];
            if (random.nextBoolean()) {
                random.nextBytes(piece);
            }
            System.arraycopy(piece, 0, content, at, piece.length);
            at += piece.length;
        }
        return content;
    }
}
