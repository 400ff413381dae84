package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The same commands, asked of ours and of the reference daemon beside it: replies have the same
 * structure, errors the same class. The commands are in {@code differential.txt}.
 */
@Timeout(120)
class DifferentialIT {
    private static final Path COMMANDS =
            Path.of("src/test/resources/dev/quarry/dist/differential.txt");
    private static final int IMAGE = 1 << 20;

    @TempDir private Path folder;

    static Map<String, List<String>> read() throws IOException {
        Map<String, List<String>> conversations = new LinkedHashMap<>();
        List<String> current = new ArrayList<>();
        for (String line : Files.readAllLines(COMMANDS)) {
            if (line.startsWith("== ")) {
                current = new ArrayList<>();
                conversations.put(line.substring(3), current);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                current.add(line);
            }
        }
        return conversations;
    }

    static List<String> conversations() throws IOException {
        return List.copyOf(read().keySet());
    }

    @ParameterizedTest
    @MethodSource("conversations")
    void isAnsweredAlike(String name) throws IOException {
        TestNeeds.tools(PeerDaemon.PROGRAM, "qemu-img");
        Assumptions.assumeFalse(Target.isPeer(), "not run: the peer with itself");
        Path ourFolder = images(folder.resolve("ours"));
        Path peerFolder = images(folder.resolve("peer"));
        List<String> differences = new ArrayList<>();
        try (DaemonProcess ours =
                        DaemonProcess.start(ourFolder, Target.compat().toArray(String[]::new));
                PeerDaemon peer = PeerDaemon.start(peerFolder)) {
            for (String line : read().getOrDefault(name, List.of())) {
                boolean fewer = line.startsWith("fewer ");
                String command = line.substring(fewer ? 6 : 0) + "\n";
                JsonNode our = ours.monitor().send(command);
                JsonNode peers = peer.monitor().send(command);
                ReplyShape.differences(our, peers, fewer)
                        .forEach(difference -> differences.add(line + "\n    " + difference));
            }
            assertEquals(peer.monitor().eventNames(), ours.monitor().eventNames(), "events");
            assertTrue(ours.isAlive(), ours::log);
        }
        assertEquals(List.of(), differences);
    }

    private static Path images(Path where) throws IOException {
        Files.createDirectories(where);
        SparseFile.create(where.resolve("a.raw"), IMAGE);
        Tools.ok(
                "qemu-img",
                "create",
                "-q",
                "-f",
                "qcow2",
                where.resolve("a.qcow2").toString(),
                "1M");
        Tools.ok(
                "qemu-img",
                "create",
                "-q",
                "-f",
                "qcow2",
                "-b",
                "a.qcow2",
                "-F",
                "qcow2",
                where.resolve("top.qcow2").toString());
        Files.writeString(where.resolve("no.qcow2"), "not an image");
        return where;
    }
}
