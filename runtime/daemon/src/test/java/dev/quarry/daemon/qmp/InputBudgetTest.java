package dev.quarry.daemon.qmp;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** Messages that never end, from many clients at once. */
class InputBudgetTest {
    private static final int LIMIT = 4 << 20;
    private static final String BEGINNING = "{'execute':'echo','arguments':{'s':'";

    @TempDir private Path folder;
    private TestMonitor monitor;

    @BeforeEach
    void start() {
        monitor = TestMonitor.start(folder, new InputBudget(LIMIT));
    }

    @AfterEach
    void stop() {
        monitor.close();
    }

    @Test
    void whoHoldsMostIsCutOffAndTheOthersGoOn() throws IOException {
        try (RawClient modest = monitor.negotiated();
                RawClient greedy = monitor.negotiated()) {
            modest.send(BEGINNING + "x".repeat(LIMIT / 4));
            greedy.send(BEGINNING);
            sendUntilCutOff(greedy);
            greedy.expectEnd();
            modest.send("'},'id':1}");
            assertTrue(modest.line().endsWith("\"id\": 1}"));
        }
    }

    @Test
    void tokensCountAsWhatBecomesOfThem() throws IOException {
        try (RawClient client = monitor.negotiated()) {
            client.send("{'execute':'echo','arguments':{'a':[" + "1,".repeat(LIMIT / 64) + "1");
            client.expectEnd();
        }
    }

    @Test
    void messagesThatEndCountNoMore() throws IOException {
        try (RawClient client = monitor.negotiated()) {
            for (int i = 0; i < 8; i++) {
                client.send(BEGINNING + "x".repeat(LIMIT / 2) + "'},'id':" + i + "}");
                assertTrue(client.line().endsWith("\"id\": " + i + "}"));
            }
        }
    }

    @Test
    void clientsThatLeaveCountNoMore() throws IOException {
        for (int i = 0; i < 8; i++) {
            try (RawClient client = monitor.negotiated()) {
                client.send(BEGINNING + "x".repeat(LIMIT / 2));
            }
        }
        try (RawClient client = monitor.negotiated()) {
            client.send(BEGINNING + "x".repeat(LIMIT / 2) + "'},'id':9}");
            assertTrue(client.line().endsWith("\"id\": 9}"));
        }
    }

    private static void sendUntilCutOff(RawClient client) {
        assertThrows(
                IOException.class,
                () -> {
                    for (int i = 0; i < 64; i++) {
                        client.send("x".repeat(LIMIT / 4));
                    }
                });
    }
}
