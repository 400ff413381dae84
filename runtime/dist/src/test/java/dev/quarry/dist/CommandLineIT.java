package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Starting and ending the packaged daemon. */
@Timeout(60)
class CommandLineIT {
    @TempDir private Path folder;

    @Test
    void helpAndVersionExplainThemselves() {
        Tools.Result help = quarryd("--help").expectSuccess();
        assertTrue(
                help.out().contains("--blockdev") && help.out().contains("Examples:"), help.out());
        Tools.Result version = quarryd("--version").expectSuccess();
        assertTrue(version.out().startsWith("quarryd 0."), version::toString);
        assertEquals("", help.err() + version.err());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--bogus | --bogus",
                "--blockdev bogus,node-name=x | 'driver'",
                "--blockdev null-co,node-name=x,size=1M | 'size'",
                "--blockdev null-co | node-name",
                "--monitor c | c",
                "--object bogus,id=x | 'qom-type'",
                "--chardev socket,path=/nonexistent/s,server=on,wait=off,id=c --monitor c |"
                        + " /nonexistent",
                "--nbd-server addr.type=unix,addr.path=/nonexistent/s | /nonexistent",
                "--export nbd,id=e,node-name=n | --export",
            })
    void aWrongStartSaysSoInOneLineAndExitsWith1(String options, String named) {
        Tools.Result result = quarryd(options.split(" ", -1));
        assertEquals(1, result.exit(), result::toString);
        assertEquals("", result.out());
        assertEquals(1, result.err().lines().count(), result::toString);
        assertTrue(result.err().startsWith("quarryd: "), result::toString);
        assertTrue(result.err().contains(named), result::toString);
    }

    @Test
    void aStartThatFailsLateLeavesNothingBehind() throws IOException {
        Path socket = folder.resolve("q");
        Path pid = folder.resolve("pid");
        List<String> args = new ArrayList<>(DaemonProcess.monitor(socket, "c"));
        args.addAll(List.of("--pidfile", pid.toString(), "--blockdev", "bogus,node-name=x"));
        Tools.Result result = quarryd(args.toArray(String[]::new));
        assertEquals(1, result.exit(), result::toString);
        assertFalse(Files.exists(socket) || Files.exists(pid), "socket or pid file left");
    }

    @Test
    void aSignalEndsWithStatus0AndRemovesItsFiles() throws IOException {
        Path pid = folder.resolve("pid");
        try (DaemonProcess daemon = DaemonProcess.start(folder, "--pidfile", pid.toString())) {
            assertTrue(Pause.until(Duration.ofSeconds(5), () -> Files.exists(pid)), "a pid file");
            daemon.terminate();
            assertEquals("", daemon.log());
        }
        assertFalse(Files.exists(folder.resolve("qmp.sock")), "the socket is gone");
        assertFalse(Files.exists(pid), "the pid file is gone");
    }

    @Test
    void optionsBuildNodesInOrder() throws IOException {
        SparseFile.create(folder.resolve("a,b.raw"), 1 << 20);
        try (DaemonProcess daemon =
                DaemonProcess.start(
                        folder,
                        "--blockdev",
                        "file,node-name=f,filename=a,,b.raw,cache.direct=off,read-only=on",
                        "--blockdev",
                        "{\"driver\":\"raw\",\"node-name\":\"r\",\"file\":\"f\",\"size\":512,"
                                + "\"read-only\":true}")) {
            assertEquals(List.of("r", "f"), daemon.monitor().nodeNames());
            daemon.quit();
        }
    }

    @Test
    void aScriptTalksOverStandardInputAndOutput() {
        String script =
                """
                {"execute": "qmp_capabilities"}
                {"execute": "query-block", "id": "b"}
                {"execute": "quit", "id": "q"}
                """;
        Tools.Result result =
                Tools.run(
                        Target.command(List.of("--chardev", "stdio,id=s", "--monitor", "s")),
                        script.getBytes(UTF_8));
        result.expectSuccess();
        List<String> lines = result.out().lines().toList();
        lines.forEach(line -> MonitorLine.message(line + "\r\n"));
        assertEquals(4, lines.size(), result::toString);
        assertTrue(lines.get(0).startsWith("{\"QMP\": "), lines.get(0));
        assertEquals("{\"return\": [], \"id\": \"b\"}", lines.get(2));
        assertEquals("{\"return\": {}, \"id\": \"q\"}", lines.get(3));
    }

    @Test
    void aMonitorMayConnectToAListener() throws Exception {
        Path socket = folder.resolve("listener");
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(socket));
            Process process =
                    new ProcessBuilder(
                                    Target.command(
                                            List.of(
                                                    "--chardev",
                                                    "socket,id=m,path=" + socket,
                                                    "--monitor",
                                                    "m")))
                            .start();
            try (var channel = listener.accept()) {
                Lines lines = new Lines(Channels.newInputStream(channel));
                assertTrue(MonitorLine.message(lines.next(Duration.ofSeconds(10))).has("QMP"));
            } finally {
                Tools.end(process);
            }
        }
    }

    @Test
    void daemonizeReturnsWhenAllIsUp() throws IOException {
        Path socket = folder.resolve("q");
        List<String> args = new ArrayList<>(DaemonProcess.monitor(socket, "c"));
        args.add("--daemonize");
        quarryd(args.toArray(String[]::new)).expectSuccess();
        try (MonitorClient monitor = MonitorClient.negotiated(UnixDomainSocketAddress.of(socket))) {
            monitor.execute("quit");
        }
        assertTrue(Pause.until(Duration.ofSeconds(10), () -> !Files.exists(socket)), "it ends");
    }

    @Test
    void daemonizeFailsWithItsOneLine() {
        Tools.Result result = quarryd("--daemonize", "--monitor", "none");
        assertEquals(1, result.exit(), result::toString);
        assertEquals(1, result.err().lines().count(), result::toString);
    }

    private static Tools.Result quarryd(String... args) {
        return Tools.run(Target.command(List.of(args)).toArray(String[]::new));
    }
}
