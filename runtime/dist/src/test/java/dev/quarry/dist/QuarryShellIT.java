package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The packaged shell with the packaged daemon. */
@Timeout(60)
class QuarryShellIT {
    @TempDir private Path folder;

    private DaemonProcess daemon;

    @BeforeEach
    void start() throws IOException {
        daemon = DaemonProcess.start(folder);
    }

    @AfterEach
    void stop() {
        daemon.close();
    }

    private Tools.Result shell(String input, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of("target/quarry/bin/quarry-shell").toAbsolutePath().toString());
        command.addAll(List.of(arguments));
        command.add(folder.resolve("qmp.sock").toString());
        return Tools.run(command, input.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aScriptAddsADiskWithTypedValues() {
        Tools.Result result =
                shell(
                        """
                        blockdev-add driver=null-co node-name=n size=1048576 read-zeroes=on
                        {'execute': 'blockdev-del', 'arguments': {'node-name': 'n'}}
                        """,
                        "--json");
        assertEquals("{\"return\":{}}\n{\"return\":{}}\n", result.expectSuccess().out());
    }

    @Test
    void aRefusalEndsTheScriptWithStatusOne() {
        Tools.Result result = shell("blockdev-del node-name=none\nblockdev-del node-name=more\n");
        assertEquals(1, result.exit());
        assertEquals("", result.out());
        assertEquals(1, result.err().lines().count(), result::toString);
    }
}
