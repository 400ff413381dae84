package dev.quarry.qmp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.qmp.QmpVersion;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Clients talk to every server since QEMU 0.13: the cases of {@code servers.txt}. */
class ServersOfAllAgesTest extends ScriptedTest {

    /** What a server greets with, and what follows from it. */
    record Server(String greeting, String version, String request) {}

    static List<Server> servers() throws IOException {
        List<Server> servers = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        for (String line : lines()) {
            if (line.matches("[<=>] .*")) {
                parts.add(line.substring(2));
            }
            if (parts.size() == 3) {
                servers.add(new Server(parts.get(0), parts.get(1), parts.get(2)));
                parts.clear();
            }
        }
        return servers;
    }

    private static List<String> lines() throws IOException {
        try (InputStream file = ServersOfAllAgesTest.class.getResourceAsStream("servers.txt")) {
            String text =
                    new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void areUnderstood(Server server) throws Exception {
        BlockingQueue<String> sent = new LinkedBlockingQueue<>();
        serve(peer -> {
            peer.send(server.greeting() + "\r\n");
            sent.add(peer.line());
            peer.send("{\"return\": {}, \"id\": 1}\r\n");
            peer.event("POWERDOWN", 1);
            peer.answer("7");
            untilGone(peer);
        });
        QmpClient client = connect(QmpClient.builder());
        QmpVersion version = client.serverVersion();
        String numbers = version.major() + "." + version.minor() + "." + version.micro();
        assertEquals(server.version(), numbers);
        assertEquals(server.request(), sent.take());
        assertEquals(7, client.execute("query-x").intValue());
    }
}
