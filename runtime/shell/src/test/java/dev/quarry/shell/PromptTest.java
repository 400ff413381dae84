package dev.quarry.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qmp.client.QmpClient;
import dev.quarry.qmp.junit.FakeQmp;

import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The prompt with a terminal that can do nothing. */
class PromptTest {
    @RegisterExtension final FakeQmp qemu = FakeQmp.create();

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();

    private int type(String keys) throws Exception {
        try (Terminal terminal =
                        new DumbTerminal(
                                new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8)),
                                screen);
                QmpClient client = QmpClient.connect(qemu.socket())) {
            LineReader reader = LineReaderBuilder.builder().terminal(terminal).build();
            return Prompt.run(reader, client, false);
        }
    }

    private String shown() {
        return screen.toString(StandardCharsets.UTF_8);
    }

    @Test
    void carriesOutLinesUntilTheEnd() throws Exception {
        qemu.on("query-qmp-schema").reply(TestSchema.REPLY);
        qemu.on("disk-del").emit("GONE", "{'id': 1}").error("still in use");
        qemu.on("disk-add").reply("{'added': 7}");
        assertEquals(Main.DONE, type("disk-del\ndisk-add name=a\nexit\n"));
        assertTrue(shown().contains("GenericError: still in use"), this::shown);
        assertTrue(shown().contains("\"added\" : 7"), this::shown);
    }

    @Test
    void aLostConnectionEndsThePrompt() throws Exception {
        qemu.on("query-qmp-schema").reply(TestSchema.REPLY);
        qemu.on("disk-del").hangUp();
        assertEquals(Main.TROUBLE, type("disk-del\ndisk-del\n"));
        assertTrue(shown().contains("ended the connection"), this::shown);
    }

    @Test
    void historyLivesWithTheUsersState() throws Exception {
        java.nio.file.Path state = java.nio.file.Files.createTempDirectory("state");
        try {
            assertEquals(
                    state.resolve("quarry/shell-history"),
                    Prompt.historyFile(java.util.Map.of("XDG_STATE_HOME", state.toString())));
        } finally {
            java.nio.file.Files.delete(state.resolve("quarry"));
            java.nio.file.Files.delete(state);
        }
    }
}
