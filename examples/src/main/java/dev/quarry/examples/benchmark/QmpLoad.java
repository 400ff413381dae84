package dev.quarry.examples.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Loads on a monitor; each is repeated until its time is over, so that a quick server counts too.
 */
final class QmpLoad {
    private static final String QUERY = "{\"execute\": \"query-version\"}";
    private static final String NODES = "{\"execute\": \"query-named-block-nodes\"}";
    private static final String ADD =
            """
            {"execute": "blockdev-add", "arguments": {"driver": "null-co", "node-name": "%s"}}\
            """;
    private static final String DELETE =
            """
            {"execute": "blockdev-del", "arguments": {"node-name": "%s"}}\
            """;

    private final int commands;
    private final Duration span;

    /**
     * Creates loads of a size.
     *
     * @param commands how many make a batch
     * @param span how long batches are begun
     */
    QmpLoad(int commands, Duration span) {
        this.commands = commands;
        this.span = span;
    }

    /** Commands a second, each sent after the reply to the one before. */
    double pingPong(Monitor monitor) {
        return rate(
                commands,
                () -> {
                    for (int i = 0; i < commands; i++) {
                        monitor.call(QUERY);
                    }
                });
    }

    /** Replies a second to commands that were all sent at once. */
    double pipelined(Monitor monitor) {
        String all = (QUERY + "\n").repeat(commands);
        return rate(
                commands,
                () -> {
                    Thread sender = Thread.ofPlatform().start(() -> monitor.send(all));
                    for (int i = 0; i < commands; i++) {
                        monitor.reply();
                    }
                    join(sender);
                });
    }

    /** Pairs of blockdev-add and blockdev-del a second. */
    double pairs(Monitor monitor) {
        int pairs = commands / 4;
        return rate(
                pairs,
                () -> {
                    for (int i = 0; i < pairs; i++) {
                        monitor.call(ADD.formatted("pair"));
                        monitor.call(DELETE.formatted("pair"));
                    }
                });
    }

    /** Milliseconds for a list of half as many nodes as a batch has commands. */
    double nodes(Monitor monitor) {
        int nodes = commands / 2;
        for (int i = 0; i < nodes; i++) {
            monitor.call(ADD.formatted("node" + i));
        }
        double rate = rate(1, () -> monitor.call(NODES));
        for (int i = 0; i < nodes; i++) {
            monitor.call(DELETE.formatted("node" + i));
        }
        return 1000 / rate;
    }

    /**
     * KiB of heap that a Java server takes for each of many clients that have negotiated: what it
     * holds with them, less what it holds when they have gone.
     */
    OptionalDouble heapOfClient(Peer peer) {
        if (peer.liveHeap().isEmpty()) {
            return OptionalDouble.empty();
        }
        int clients = commands / 2;
        List<Monitor> held = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            held.add(peer.monitor().orElseThrow().another());
        }
        double with = peer.liveHeap().orElseThrow();
        held.forEach(Monitor::close);
        Child.settle();
        double without = peer.liveHeap().orElseThrow();
        return OptionalDouble.of((with - without) / clients / 1024);
    }

    private double rate(int count, Runnable batch) {
        long start = System.nanoTime();
        long batches = 0;
        long time = 0;
        while (time < span.toNanos()) {
            batch.run();
            batches++;
            time = System.nanoTime() - start;
        }
        return count * batches * 1e9 / time;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }
}
