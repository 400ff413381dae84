package dev.quarry.qmp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.quarry.qmp.client.ScriptedServer.Peer;
import dev.quarry.testing.Seed;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Many callers of every kind at once, calls given up among them, and a server that answers in
 * pieces, with events in between, and some only after others: each call gets its own reply.
 */
class RandomConversationTest extends ScriptedTest {
    private static final int CALLERS = 4;
    private static final int CALLS = 150;
    private static final String LATE = "late-";

    private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());

    @Test
    void eachCallGetsItsOwnReply() throws Exception {
        Seed seed = Seed.next();
        QmpClient client =
                connected(
                        peer -> answer(peer, seed.random()),
                        QmpClient.builder().eventBuffer(1 << 20).onEvent(event -> {}));
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            String name = "t" + i + "-";
            Random random = seed.random(name);
            callers.add(new Thread(() -> call(client, name, random)));
        }
        callers.forEach(Thread::start);
        for (Thread caller : callers) {
            caller.join(LONG.toMillis());
            assertFalse(caller.isAlive(), "a call hangs; " + seed);
        }
        assertEquals(List.of(), wrong, seed.toString());
        assertEquals("last", client.execute("last").stringValue(), seed.toString());
    }

    private void call(QmpClient client, String name, Random random) {
        for (int i = 0; i < CALLS; i++) {
            String command = name + i;
            switch (random.nextInt(4)) {
                case 0 -> check(command, client.execute(command).stringValue());
                case 1 -> check(command, client.executeAsync(command).join().stringValue());
                case 2 -> client.executeAsync(LATE + command).cancel(false);
                default -> giveUp(client, LATE + command);
            }
        }
    }

    private void check(String command, String reply) {
        if (!command.equals(reply)) {
            wrong.add(command + " got " + reply);
        }
    }

    private void giveUp(QmpClient client, String command) {
        try {
            check(command, client.within(Duration.ofNanos(1)).execute(command).stringValue());
        } catch (QmpClientException late) {
            check(command, String.valueOf(late.getMessage()).split("'", 3)[1]);
        }
    }

    private static void answer(Peer peer, SplittableRandom random) throws IOException {
        List<String> held = new ArrayList<>();
        for (String line = peer.line(); !line.isEmpty(); line = peer.line()) {
            String command = line.replaceFirst(".*execute\": (\"[^\"]*\").*", "$1");
            String id = line.replaceFirst(".*\"id\": ([0-9]+)}", "$1");
            held.add("{\"return\": " + command + ", \"id\": " + id + "}\r\n");
            if (random.nextInt(5) == 0) {
                peer.event("E", 1);
            }
            if (!command.contains(LATE) || held.size() > 20) {
                Collections.shuffle(held, new Random(random.nextLong()));
                sendInPieces(peer, String.join("", held), random);
                held.clear();
            }
        }
    }

    private static void sendInPieces(Peer peer, String text, SplittableRandom random)
            throws IOException {
        int from = 0;
        while (from < text.length()) {
            int to = Math.min(text.length(), from + 1 + random.nextInt(60));
            peer.send(text.substring(from, to));
            from = to;
        }
    }
}
