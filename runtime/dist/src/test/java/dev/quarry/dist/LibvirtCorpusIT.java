package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.generated.BlockdevDriver;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qmp.codec.Conditions;
import dev.quarry.qmp.codec.JsonInput;
import dev.quarry.qmp.codec.QmpException;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What libvirt sends, and the replies that real QEMUs gave it, as far as our commands go. */
@Timeout(120)
class LibvirtCorpusIT {
    @TempDir private Path folder;

    @Test
    void recordedCommandsThatWeServeAreAnsweredInTheSameShape() throws IOException {
        List<JsonNode> pairs = lines("pairs.jsonl");
        List<String> differences = new ArrayList<>();
        int served = 0;
        try (DaemonProcess daemon =
                DaemonProcess.start(folder, Target.compat().toArray(String[]::new))) {
            Set<String> commands = new HashSet<>();
            daemon.monitor()
                    .execute("query-commands")
                    .forEach(command -> commands.add(command.path("name").asString("")));
            for (JsonNode pair : pairs) {
                JsonNode command = pair.path("command");
                JsonNode reply = daemon.monitor().send(command + "\r\n");
                if (commands.contains(command.path("execute").asString(""))) {
                    served++;
                    differences.addAll(ReplyShape.differences(reply, pair.path("reply"), true));
                } else {
                    String errorClass = reply.path("error").path("class").asString("");
                    assertEquals("CommandNotFound", errorClass, reply::toString);
                }
                assertEquals(command.get("id"), reply.get("id"), reply::toString);
            }
        }
        assertEquals(List.of(), differences);
        assertTrue(served >= 23, served + " of " + pairs.size() + " served");
    }

    @Test
    void nodesOfDriversThatWeHaveAreDecodedAndOthersAreUnknown() throws IOException {
        int decoded = 0;
        for (JsonNode line : lines("blockdev-add.jsonl")) {
            JsonNode arguments = line.path("arguments");
            String driver = arguments.path("driver").asString("");
            try {
                BlockdevOptions.decode(JsonInput.strict(arguments, Conditions.none()));
                assertTrue(isOurs(driver), arguments::toString);
                decoded++;
            } catch (QmpException e) {
                assertTrue(!isOurs(driver), () -> arguments + ": " + e.description());
                boolean named = e.description().contains("'driver'");
                assertTrue(
                        named && e.description().contains(driver),
                        () -> arguments + ": " + e.description());
            }
        }
        assertTrue(decoded >= 257, decoded + " were decoded");
    }

    @Test
    void everyNodeGetsTheClassOfErrorThatThePeerGives() throws IOException {
        TestNeeds.tools(PeerDaemon.PROGRAM);
        Assumptions.assumeFalse(Target.isPeer(), "not run: the peer with itself");
        Path ours = Files.createDirectories(folder.resolve("ours"));
        Path peers = Files.createDirectories(folder.resolve("peer"));
        List<String> differences = new ArrayList<>();
        try (DaemonProcess daemon =
                        DaemonProcess.start(ours, Target.compat().toArray(String[]::new));
                PeerDaemon peer = PeerDaemon.start(peers)) {
            for (JsonNode line : lines("blockdev-add.jsonl")) {
                JsonNode arguments = line.path("arguments");
                String add =
                        "{\"execute\": \"blockdev-add\", \"arguments\": " + arguments + "}\r\n";
                JsonNode our = daemon.monitor().send(add);
                if (isOurs(arguments.path("driver").asString(""))) {
                    differences.addAll(
                            ReplyShape.differences(our, peer.monitor().send(add), false));
                } else { // the peer might ask the network; its failures have this class alone
                    String errorClass = our.path("error").path("class").asString("");
                    assertEquals("GenericError", errorClass, our::toString);
                }
            }
            assertEquals(peer.monitor().nodeNames(), daemon.monitor().nodeNames());
        }
        assertEquals(List.of(), differences);
    }

    private static boolean isOurs(String driver) {
        return Arrays.stream(BlockdevDriver.values())
                .anyMatch(value -> value.wireName().equals(driver));
    }

    private static List<JsonNode> lines(String file) throws IOException {
        Path corpus = TestNeeds.corpus("libvirt").resolve("open").resolve(file);
        return Files.readAllLines(corpus).stream().map(Json::strict).toList();
    }
}
