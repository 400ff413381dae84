package org.example.live;

import dev.quarry.qmp.client.QmpClient;
import dev.quarry.qmp.client.QmpEvent;
import dev.quarry.qmp.codec.QmpException;

import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A program that talks to a server by typed calls, and prints a line for each thing it hears. */
final class Conversation {
    private final BlockingQueue<QmpEvent> events = new LinkedBlockingQueue<>();

    private Conversation() {}

    /** Talks, with the steps made from a client. */
    static void over(String socket, Function<QmpClient, Steps> steps) throws InterruptedException {
        Conversation conversation = new Conversation();
        try (QmpClient client =
                QmpClient.builder().onEvent(conversation.events::add).connect(Path.of(socket))) {
            conversation.talk(steps.apply(client));
        }
    }

    private void talk(Steps steps) throws InterruptedException {
        print("version " + steps.version());
        steps.addNode("disk", 1 << 20);
        steps.nodes().forEach(n -> print("node " + n));
        refused("blockdev-add", () -> steps.addNode("disk", 512));
        steps.more(this);
        steps.quit(this);
    }

    /** Waits for the next event, as it came. */
    QmpEvent event() throws InterruptedException {
        QmpEvent event = events.poll(20, TimeUnit.SECONDS);
        if (event == null) {
            throw new IllegalStateException("no event came");
        }
        return event;
    }

    void refused(String command, Runnable call) {
        try {
            call.run();
            print(command + " worked");
        } catch (QmpException e) {
            print(command + " " + e.errorClass().wireName() + " " + e.description());
        }
    }

    void print(String line) {
        System.out.println(line);
    }
}
