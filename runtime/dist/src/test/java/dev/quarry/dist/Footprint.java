package dev.quarry.dist;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a daemon holds of the kernel: its open descriptors by kind, and its threads by name. Threads
 * of the run time's own pools, whose number follows the load and is bounded, are left out.
 */
record Footprint(List<String> descriptors, List<String> threads) {
    private static final Duration SETTLING = Duration.ofSeconds(15);
    private static final Duration SAMPLING = Duration.ofMillis(150);

    /** What the daemon holds once that has stopped to change. */
    static Footprint of(DaemonProcess daemon) {
        Footprint last = now(daemon);
        for (int left = 20; left > 0; left--) {
            Pause.of(SAMPLING);
            Footprint next = now(daemon);
            if (next.equals(last)) {
                return next;
            }
            last = next;
        }
        return last;
    }

    /** Waits for the daemon to hold no more than this; fails when it still does. */
    void expectNoMore(DaemonProcess daemon, String context) {
        if (!Pause.until(SETTLING, () -> surplus(now(daemon)).isEmpty())) {
            throw new AssertionError(context + ": left behind " + surplus(now(daemon)));
        }
    }

    private List<String> surplus(Footprint end) {
        List<String> surplus = new ArrayList<>(surplus(descriptors, end.descriptors));
        surplus.addAll(surplus(threads, end.threads));
        return surplus;
    }

    private static List<String> surplus(List<String> begin, List<String> end) {
        List<String> surplus = new ArrayList<>(end);
        begin.forEach(surplus::remove);
        return surplus;
    }

    private static Footprint now(DaemonProcess daemon) {
        return new Footprint(
                daemon.descriptors().stream().map(Footprint::kind).sorted().toList(),
                daemon.threads().stream().filter(name -> !isPooled(name)).toList());
    }

    /** Sockets and pipes have a number that is new each time. */
    private static String kind(String descriptor) {
        return descriptor.replaceAll("\\[\\d+]", "");
    }

    private static boolean isPooled(String thread) {
        return thread.contains("CompilerThre")
                || thread.startsWith("ForkJoinPool")
                || thread.startsWith("vert.x-")
                || thread.startsWith("qemu-storage-");
    }
}
