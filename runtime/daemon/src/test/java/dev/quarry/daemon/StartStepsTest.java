package dev.quarry.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Starting a whole daemon inside the test, without its exit. */
class StartStepsTest {
    @TempDir Path folder;

    @Test
    void everythingAskedForComesUpAndGoesAway() throws Exception {
        Path socket = folder.resolve("qmp");
        Path nbd = folder.resolve("nbd");
        Path pid = folder.resolve("pid");
        try (Daemon daemon = new Daemon(Compat.NATIVE, () -> {})) {
            daemon.start(
                    CommandLine.parse(
                            List.of(
                                    "--blockdev",
                                    "null-co,node-name=n,size=1048576,read-zeroes=on",
                                    "--nbd-server",
                                    "addr.type=unix,addr.path=" + nbd,
                                    "--export",
                                    "nbd,id=e,node-name=n,writable=on",
                                    "--chardev",
                                    "socket,id=c,server=on,wait=off,path=" + socket,
                                    "--monitor",
                                    "c",
                                    "--pidfile",
                                    pid.toString())));
            assertTrue(Files.exists(socket) && Files.exists(nbd), "sockets");
            assertEquals(ProcessHandle.current().pid() + "\n", Files.readString(pid));
        }
        assertFalse(Files.exists(socket) || Files.exists(nbd) || Files.exists(pid), "left over");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--blockdev | null-co,node-name=n,size=1M | 'size'",
                "--blockdev | null-co,node-name=1n | '1n'",
                "--blockdev | null-co,node-name=n,bogus=1 | 'bogus'",
                "--blockdev | raw,node-name=n,file.driver=null-co,file.id=x | 'file.id'",
                "--blockdev | {'driver':'null-co','node-name':'n','size':'1'} | 'size'",
                "--monitor | c | 'c'",
                "--monitor | c,readonly=maybe | 'readonly'",
                "--chardev | null,id=c | 'null'",
                "--nbd-server | addr.type=vsock | 'addr.type'",
                "--export | nbd,id=e,node-name=n | NBD",
            })
    void aFailureNamesTheOptionAndItsReason(String option, String text, String reason) {
        String value = text.replace('\'', '"');
        try (Daemon daemon = new Daemon(Compat.NATIVE, () -> {})) {
            CommandLine line = CommandLine.parse(List.of(option, value));
            var e = assertThrows(CommandLineException.class, () -> daemon.start(line));
            String message = String.valueOf(e.getMessage());
            assertTrue(message.startsWith(option + " " + value + ": "), message);
            assertTrue(message.contains(reason), message);
        }
    }

    @Test
    void theNewOptionsOfMonitorsDoNotExistInTheOldDialect() {
        for (String option : List.of("c,readonly=on", "c,allow-users.0=root")) {
            try (Daemon daemon = new Daemon(Compat.QEMU_7_2, () -> {})) {
                CommandLine line = CommandLine.parse(List.of("--monitor", option));
                var e = assertThrows(CommandLineException.class, () -> daemon.start(line));
                assertTrue(String.valueOf(e.getMessage()).contains("unexpected"), e::toString);
            }
        }
    }

    @Test
    void aListOfUsersIsForUnixSockets() {
        try (Daemon daemon = new Daemon(Compat.NATIVE, () -> {})) {
            CommandLine line =
                    CommandLine.parse(
                            List.of(
                                    "--chardev",
                                    "socket,id=c,server=on,wait=off,port=0",
                                    "--monitor",
                                    "c,allow-users.0=root"));
            var e = assertThrows(CommandLineException.class, () -> daemon.start(line));
            assertTrue(String.valueOf(e.getMessage()).contains("unix"), e::toString);
        }
    }

    @Test
    void aChannelServesOneMonitor() {
        try (Daemon daemon = new Daemon(Compat.NATIVE, () -> {})) {
            String chardev = "socket,id=c,server=on,wait=off,path=" + folder.resolve("qmp");
            CommandLine line =
                    CommandLine.parse(
                            List.of("--chardev", chardev, "--monitor", "c", "--monitor", "c"));
            assertThrows(CommandLineException.class, () -> daemon.start(line));
        }
    }
}
