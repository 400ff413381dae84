package dev.quarry.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Test;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Random input to the framer and to the real {@code qemu-storage-daemon}: same outcomes. */
class JsonFramerAgainstPeerTest {
    private static final int INPUTS = 2000;
    private static final byte[] RESYNC = {'\n', (byte) 0xFF, '\n'};

    @Test
    void theSameInputGivesTheSameNumberAndKindOfOutcomes() throws Exception {
        TestNeeds.tools("qemu-storage-daemon");
        Seed seed = Seed.next();
        SplittableRandom random = seed.random();
        Process peer =
                new ProcessBuilder(
                                "qemu-storage-daemon",
                                "--chardev",
                                "stdio,id=c",
                                "--monitor",
                                "chardev=c")
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (BufferedReader replies = peer.inputReader(StandardCharsets.US_ASCII);
                OutputStream input = peer.getOutputStream()) {
            replies.readLine();
            send(input, "{\"execute\":\"qmp_capabilities\"}".getBytes(StandardCharsets.US_ASCII));
            replies.readLine();
            for (int i = 0; i < INPUTS; i++) {
                byte[] bytes = terminated(RandomInput.next(random));
                send(input, bytes);
                assertEquals(
                        theirs(input, replies, i),
                        ours(bytes),
                        () -> seed + " input " + ByteNotation.print(bytes));
            }
        } finally {
            peer.destroyForcibly().waitFor();
        }
    }

    private static boolean isBad(String reply) {
        return reply.contains("JSON parse error") || reply.contains("limit exceeded");
    }

    private static byte[] terminated(byte[] input) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(input);
        all.writeBytes(RESYNC);
        return all.toByteArray();
    }

    private static void send(OutputStream to, byte[] bytes) throws IOException {
        to.write(bytes);
        to.flush();
    }

    private static List<String> ours(byte[] input) {
        return Outcomes.of(input).stream().map(o -> o.equals("!") ? "bad" : "good").toList();
    }

    /** The kinds of all replies up to that of a command which marks the end. */
    private static List<String> theirs(OutputStream input, BufferedReader replies, int number)
            throws IOException {
        String mark = "\"end" + number + "\"";
        send(
                input,
                ("{\"execute\":\"x\",\"id\":" + mark + "}").getBytes(StandardCharsets.US_ASCII));
        List<String> kinds = new ArrayList<>();
        String reply = replies.readLine();
        while (!reply.contains(mark)) {
            kinds.add(isBad(reply) ? "bad" : "good");
            reply = replies.readLine();
        }
        return kinds;
    }
}
