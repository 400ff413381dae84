package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Daemons as clients of daemons, ours and the peer in either place, and one of itself. */
@Timeout(180)
class NbdClientIT {
    private static final int MIB = 1 << 20;
    private static final int KILLS = 3;

    @TempDir private Path folder;

    @Test
    void libnbdSeesOfUsWhatItSeesOfThePeer() throws IOException {
        TestNeeds.tools("nbdinfo", "qemu-nbd");
        try (ServedDaemon ours = ServedDaemon.target(folder);
                ServedDaemon peer = ServedDaemon.peer(folder)) {
            for (ServedDaemon daemon : List.of(ours, peer)) {
                offer(daemon);
            }
            for (String export : List.of("rw", "ro", "odd", "direct", "")) {
                assertEquals(view(peer, export), view(ours, export), export);
            }
            assertEquals(lists(peer), lists(ours));
        }
    }

    private static void offer(ServedDaemon daemon) throws IOException {
        Path place = daemon.socket().resolveSibling("disk");
        // Begins with data: on a hole the peer does not find out the alignment of direct I/O
        Files.write(place, filled(MIB));
        SparseFile.create(place, 3 * MIB);
        Path odd = daemon.socket().resolveSibling("odd");
        SparseFile.create(odd, 1000);
        add(daemon, "f", "'driver':'file','filename':'" + place + "'");
        add(daemon, "o", "'driver':'file','filename':'" + odd + "'");
        add(daemon, "n", "'driver':'null-co','size':8589934592,'read-zeroes':true");
        add(
                daemon,
                "d",
                "'driver':'file','locking':'off','cache':{'direct':true},'filename':'"
                        + place
                        + "'");
        export(daemon, "f", "rw", "'writable':true,'description':'words','allocation-depth':true");
        export(daemon, "f", "ro", "'writable':false");
        export(daemon, "o", "odd", "'writable':true");
        export(daemon, "d", "direct", "'writable':true");
        export(daemon, "n", "", "'writethrough':true");
    }

    private static void add(ServedDaemon daemon, String node, String options) {
        daemon.monitor().execute("blockdev-add", "{'node-name':'" + node + "'," + options + "}");
    }

    private static void export(ServedDaemon daemon, String node, String name, String options) {
        daemon.monitor()
                .execute(
                        "block-export-add",
                        "{'type':'nbd','id':'e-%s','node-name':'%s','name':'%s',%s}"
                                .formatted(name, node, name, options));
    }

    /** What the client library agrees on, and the map of the disk. */
    private static String view(ServedDaemon daemon, String export) {
        String uri = "nbd+unix:///" + export + "?socket=" + daemon.socket();
        String told = Tools.ok("nbdinfo", "--json", uri) + Tools.ok("nbdinfo", "--map", uri);
        return told.replace(daemon.socket().toString(), "SOCKET");
    }

    private static String lists(ServedDaemon daemon) {
        String uri = "nbd+unix://?socket=" + daemon.socket();
        String told =
                Tools.ok("nbdinfo", "--list", uri)
                        + Tools.ok("qemu-nbd", "--list", "-k", daemon.socket().toString());
        return told.replace(daemon.socket().toString(), "SOCKET");
    }

    @ParameterizedTest(name = "{0} as a client of {1}")
    @CsvSource({"target,target", "target,peer", "peer,target", "peer,peer"})
    void zerosFoundByAClientAreHolesOnTheServerAndALostServerIsAnError(String near, String far)
            throws IOException {
        try (ServedDaemon server = kind(far).start(folder);
                ServedDaemon client = kind(near).start(folder)) {
            Path file = server.socket().resolveSibling("disk");
            Files.write(file, filled(MIB));
            add(server, "f", "'driver':'file','discard':'unmap','filename':'" + file + "'");
            export(server, "f", "x", "'writable':true");
            add(
                    client,
                    "c",
                    "'driver':'nbd','export':'x','discard':'unmap','detect-zeroes':'unmap',"
                            + "'server':{'type':'unix','path':'"
                            + server.socket()
                            + "'}");
            add(client, "r", "'driver':'raw','file':'c'");
            export(client, "r", "r", "'writable':true");
            String before = blocks(file);
            try (NbdSocket disk = NbdSocket.unix(client.socket(), "r")) {
                disk.write(0, 0, new byte[128 << 10]);
                assertEquals(Integer.parseInt(before) - 256, Integer.parseInt(blocks(file)));
                server.monitor().execute("nbd-server-stop");
                var read = assertThrows(AssertionError.class, () -> disk.read(0, 512));
                assertTrue(String.valueOf(read).contains("error 5"), read::toString);
            }
            assertEquals(2, client.monitor().execute("query-named-block-nodes").size());
            client.monitor().refused("blockdev-del", "{'node-name':'c'}");
        }
    }

    private static byte[] filled(int bytes) {
        byte[] content = new byte[bytes];
        Arrays.fill(content, (byte) 0xaa);
        return content;
    }

    private static ServedDaemon.Kind kind(String name) {
        return name.equals("peer") ? ServedDaemon::peer : ServedDaemon::target;
    }

    private static String blocks(Path file) {
        return Tools.ok("stat", "-c", "%b", file.toString()).strip();
    }

    @Test
    void aNodeMayBeAClientOfItsOwnDaemon() throws IOException {
        Assumptions.assumeFalse(Target.isPeer(), "not run: the peer hangs when it is asked to");
        Seed seed = Seed.next();
        Path file = folder.resolve("disk");
        SparseFile.create(file, MIB);
        Path socket = folder.resolve("nbd.sock");
        var disk = new ModelledDisk(new byte[MIB], seed, "a client of its own daemon");
        try (DaemonProcess daemon = server(folder)) {
            daemon.monitor().execute("blockdev-add", client("c", socket, 0));
            daemon.monitor().execute("block-export-add", EXPORT_C);
            try (NbdSocket connection = NbdSocket.unix(socket, "c")) {
                disk.work(connection, 300);
                daemon.monitor().execute("block-export-del", "{'id':'c','mode':'hard'}");
            }
            daemon.monitor().execute("blockdev-del", "{'node-name':'c'}");
            daemon.monitor().execute("blockdev-add", client("d", socket, 600));
            daemon.quit();
        }
        disk.expectEqual(Files.readAllBytes(file), "the file");
    }

    @Test
    void aServerKilledUnderLoadAndStartedAgainLosesNothing() throws Exception {
        Assumptions.assumeFalse(Target.isPeer(), "not run: it is about our client");
        Seed seed = Seed.next();
        Path far = Files.createDirectory(folder.resolve("far"));
        Path near = Files.createDirectory(folder.resolve("near"));
        Path file = far.resolve("disk");
        SparseFile.create(file, MIB);
        Path socket = far.resolve("nbd.sock");
        var disk = new ModelledDisk(new byte[MIB], seed, "a server that is killed");
        DaemonProcess server = server(far);
        try (DaemonProcess daemon = DaemonProcess.start(near)) {
            daemon.monitor().execute("blockdev-add", client("c", socket, 120));
            daemon.monitor()
                    .execute(
                            "nbd-server-start",
                            "{'addr':{'type':'unix','data':{'path':'near.sock'}}}");
            daemon.monitor().execute("block-export-add", EXPORT_C);
            try (NbdSocket connection = NbdSocket.unix(near.resolve("near.sock"), "c")) {
                for (int i = 0; i < KILLS; i++) {
                    var load = CompletableFuture.runAsync(() -> work(disk, connection));
                    Pause.of(Duration.ofMillis(50));
                    server.kill();
                    server.close();
                    server = server(far);
                    load.get();
                }
                disk.expectEqual(connection);
            }
            daemon.quit();
        } finally {
            server.close();
        }
        disk.expectEqual(Files.readAllBytes(file), "the file");
    }

    /**
     * As systemd does it: the socket is there before the daemon, and so may be its first client.
     */
    @Test
    void aPassedSocketServesWhoCameBeforeTheDaemonWasUp() throws Exception {
        Assumptions.assumeFalse(
                Target.isPeer(), "not run: the peer knows passed sockets by number");
        TestNeeds.tools("python3", "nbdinfo");
        Path socket = folder.resolve("passed.sock");
        List<String> command = new ArrayList<>(List.of("python3", "-c", PASS, socket.toString()));
        command.addAll(
                Target.command(
                        List.of(
                                "--blockdev",
                                "driver=null-co,node-name=n,size=1048576",
                                "--nbd-server",
                                "addr.type=fd,addr.str=disks",
                                "--export",
                                "type=nbd,id=e,node-name=n")));
        Process daemon = new ProcessBuilder(command).inheritIO().start();
        try {
            assertTrue(Pause.until(Duration.ofSeconds(20), () -> Files.exists(socket)));
            String size = Tools.ok("nbdinfo", "--size", "nbd+unix:///n?socket=" + socket);
            assertEquals("1048576", size.strip());
            daemon.destroy();
            assertEquals(0, daemon.waitFor());
            assertTrue(Files.exists(socket), "the socket is not the daemon's to remove");
        } finally {
            Tools.end(daemon);
        }
    }

    /** Listens, and becomes the daemon with the socket as descriptor 3. */
    private static final String PASS =
            """
            import os, socket, sys
            path, command = sys.argv[1], sys.argv[2:]
            passed = socket.socket(socket.AF_UNIX)
            passed.bind(path + '.new')
            passed.listen()
            os.dup2(passed.fileno(), 3) if passed.fileno() != 3 else os.set_inheritable(3, True)
            os.rename(path + '.new', path)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1', LISTEN_FDNAMES='disks')
            os.execv(command[0], command)
            """;

    private static final String EXPORT_C =
            "{'type':'nbd','id':'c','node-name':'c','name':'c','writable':true}";

    private static void work(ModelledDisk disk, NbdSocket connection) {
        try {
            disk.work(connection, 400);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Serves {@code disk} as {@code x} at {@code nbd.sock}, both in that folder. */
    private static DaemonProcess server(Path place) throws IOException {
        return DaemonProcess.start(
                place,
                "--blockdev",
                "driver=file,node-name=f,discard=unmap,filename=disk",
                "--nbd-server",
                "addr.type=unix,addr.path=" + place.resolve("nbd.sock"),
                "--export",
                "type=nbd,id=x,node-name=f,name=x,writable=on");
    }

    private static String client(String node, Path socket, int delay) {
        return ("{'driver':'nbd','node-name':'%s','export':'x','discard':'unmap',"
                        + "'reconnect-delay':%d,'server':{'type':'unix','path':'%s'}}")
                .formatted(node, delay, socket);
    }
}
