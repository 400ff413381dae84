package dev.quarry.daemon;

import static dev.quarry.daemon.StartOption.Kind.BLOCKDEV;
import static dev.quarry.daemon.StartOption.Kind.CHARDEV;
import static dev.quarry.daemon.StartOption.Kind.MONITOR;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;

class CommandLineTest {

    @Test
    void optionsThatBuildKeepTheirOrder() {
        var line = parse("--blockdev", "a", "--chardev", "c", "--blockdev=b=1", "--monitor", "m");
        assertEquals(
                List.of(
                        new StartOption(BLOCKDEV, "a"),
                        new StartOption(CHARDEV, "c"),
                        new StartOption(BLOCKDEV, "b=1"),
                        new StartOption(MONITOR, "m")),
                line.options());
    }

    @Test
    void valuesAreTakenLiterally() {
        var line = parse("--blockdev", "@file", "--blockdev", "${sys:user.home}");
        assertEquals("@file", line.options().get(0).text());
        assertEquals("${sys:user.home}", line.options().get(1).text());
    }

    @Test
    void processOptionsCountWhereverTheyStand() {
        var line = parse("--blockdev", "a", "--pidfile", "p", "--daemonize", "--compat=qemu-7.2");
        assertEquals(Path.of("p"), line.pidfile());
        assertTrue(line.daemonize());
        assertEquals(Compat.QEMU_7_2, line.compat());
    }

    @Test
    void nothingAskedForIsNativeInTheForeground() {
        var line = parse();
        assertFalse(line.help() || line.version() || line.daemonize());
        assertNull(line.pidfile());
        assertEquals(Compat.NATIVE, line.compat());
        assertEquals(List.of(), line.options());
    }

    @ParameterizedTest
    @CsvSource({
        "--bogus, Unknown option: '--bogus'; see quarryd --help",
        "stray, Unmatched argument at index 0: 'stray'; see quarryd --help",
        "--blockdev, --blockdev needs a value; see quarryd --help",
        "--trace, --trace is not supported; see quarryd --help",
        "--trace, --trace is not supported; see quarryd --help",
        "'--compat=9', '--compat takes native or qemu-7.2, not ''9'''",
    })
    void aWrongOptionIsNamedInOneLine(String arg, String message) {
        var e = assertThrows(CommandLineException.class, () -> parse(arg));
        assertEquals(message, e.getMessage());
    }

    @Test
    void helpShowsEveryOptionAndExamples() {
        String usage = parse("--help").usage();
        for (StartOption.Kind kind : StartOption.Kind.values()) {
            assertTrue(usage.contains(kind.option()), kind.option());
        }
        assertTrue(usage.contains("Examples:"), usage);
        assertTrue(usage.contains("detect-zeroes=unmap"), usage);
        assertTrue(usage.lines().allMatch(line -> line.length() <= 90), usage);
    }

    private static CommandLine parse(String... args) {
        return CommandLine.parse(List.of(args));
    }
}
