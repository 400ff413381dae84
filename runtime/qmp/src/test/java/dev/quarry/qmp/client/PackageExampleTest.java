package dev.quarry.qmp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.qapi.generated.BlockExportDeletedEvent;
import dev.quarry.qapi.generated.BlockdevDelArguments;
import dev.quarry.qapi.generated.Events;
import dev.quarry.qapi.generated.QapiClient;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The example in the package's documentation is the code that is run here. */
class PackageExampleTest extends ScriptedTest {
    private static final String SOURCES = "java/dev/quarry/qmp/client/";

    private final BlockingQueue<String> logged = new LinkedBlockingQueue<>();

    @Test
    void works() throws Exception {
        serve(
                negotiated(peer -> {
                    peer.answer("{}");
                    peer.send("{\"event\": \"BLOCK_EXPORT_DELETED\", \"data\": ");
                    peer.send("{\"id\": \"e\"}}\r\n");
                    peer.answer("[]");
                    peer.answer("[1, 2]");
                    untilGone(peer);
                }));
        runExample(socket());
    }

    @Test
    void isTheOneInTheDocumentation() throws Exception {
        assertEquals(
                example("src/main/", "package-info", " * try (QmpClient", " * }"),
                example("src/test/", "PackageExampleTest", "        try (QmpClient", "        }"));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // an example shows what matters
    private void runExample(Path socket) throws InterruptedException {
        try (QmpClient client = QmpClient.connect(socket)) {
            client.onEvent(Events::decode, BlockExportDeletedEvent.class, e -> log(e.id()));
            new QapiClient(client).blockdevDel(new BlockdevDelArguments("disk0"));
            JsonNode jobs = client.within(Duration.ofSeconds(5)).execute("query-jobs");
            client.executeAsync("query-block").thenAccept(disks -> log(jobs.size() + disks.size()));
            assertLogged("2", "e");
        }
    }

    private void log(Object what) {
        logged.add(what.toString());
    }

    private void assertLogged(String... expected) throws InterruptedException {
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < expected.length; i++) {
            seen.add(logged.poll(20, TimeUnit.SECONDS));
        }
        assertEquals(List.of(expected), seen.stream().sorted().toList());
    }

    /** From the line that begins so to the line that is so, indentation and comment marks aside. */
    private static List<String> example(String root, String name, String first, String last)
            throws IOException {
        List<String> lines = Files.readAllLines(Path.of(root + SOURCES + name + ".java"));
        int from = 0;
        while (!lines.get(from).startsWith(first)) {
            from++;
        }
        int to = from;
        while (!lines.get(to).equals(last)) {
            to++;
        }
        return lines.subList(from, to).stream()
                .map(line -> line.replaceFirst("^ \\* ", "").strip())
                .filter(line -> !line.startsWith("assertLogged"))
                .toList();
    }
}
