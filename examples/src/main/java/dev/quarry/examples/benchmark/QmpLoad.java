package dev.quarry.examples.benchmark;

/** Loads on a monitor. */
final class QmpLoad {
    private static final String QUERY = "{\"execute\": \"query-version\"}";
    private static final String ADD =
            """
            {"execute": "blockdev-add", "arguments": {"driver": "null-co", "node-name": "pair"}}\
            """;
    private static final String DELETE =
            """
            {"execute": "blockdev-del", "arguments": {"node-name": "pair"}}\
            """;

    private QmpLoad() {}

    /** Commands a second, each sent after the reply to the one before. */
    static double pingPong(Monitor monitor, int commands) {
        long start = System.nanoTime();
        for (int i = 0; i < commands; i++) {
            monitor.call(QUERY);
        }
        return rate(commands, start);
    }

    /** Replies a second to commands that were all sent at once. */
    static double pipelined(Monitor monitor, int commands) {
        String all = (QUERY + "\n").repeat(commands);
        long start = System.nanoTime();
        Thread sender = Thread.ofPlatform().start(() -> monitor.send(all));
        for (int i = 0; i < commands; i++) {
            monitor.reply();
        }
        join(sender);
        return rate(commands, start);
    }

    /** Pairs of blockdev-add and blockdev-del a second. */
    static double pairs(Monitor monitor, int pairs) {
        long start = System.nanoTime();
        for (int i = 0; i < pairs; i++) {
            monitor.call(ADD);
            monitor.call(DELETE);
        }
        return rate(pairs, start);
    }

    private static double rate(int count, long start) {
        return count * 1e9 / (System.nanoTime() - start);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }
}
