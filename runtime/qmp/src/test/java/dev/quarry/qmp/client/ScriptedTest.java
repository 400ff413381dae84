package dev.quarry.qmp.client;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qmp.client.ScriptedServer.Peer;
import dev.quarry.qmp.client.ScriptedServer.Script;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;

/** One client and one scripted server, both gone after the test, and the script done. */
abstract class ScriptedTest {
    static final Duration SHORT = Duration.ofMillis(200);
    static final Duration LONG = Duration.ofSeconds(20);

    @TempDir Path folder;

    private @Nullable ScriptedServer server;
    private @Nullable QmpClient client;

    @AfterEach
    void end() throws Exception {
        if (client != null) {
            client.close();
        }
        if (server != null) {
            server.end();
        }
    }

    Path socket() {
        return folder.resolve("s");
    }

    void serve(Script... scripts) throws Exception {
        server = new ScriptedServer(socket(), scripts);
    }

    QmpClient connect(QmpClientBuilder builder) {
        client = builder.connect(socket());
        return client;
    }

    QmpClient connected(Script afterNegotiation) throws Exception {
        return connected(afterNegotiation, QmpClient.builder());
    }

    QmpClient connected(Script afterNegotiation, QmpClientBuilder builder) throws Exception {
        serve(negotiated(afterNegotiation));
        return connect(builder);
    }

    /** A script that begins with the negotiation. */
    static Script negotiated(Script then) {
        return peer -> {
            peer.greetAndNegotiate();
            then.run(peer);
        };
    }

    /** Reads on until the client has gone. */
    static void untilGone(Peer peer) throws java.io.IOException {
        String line;
        do {
            line = peer.line();
        } while (!line.isEmpty());
    }

    static void assertMentions(String text, Throwable failure) {
        assertTrue(String.valueOf(failure.getMessage()).contains(text), failure::toString);
    }
}
