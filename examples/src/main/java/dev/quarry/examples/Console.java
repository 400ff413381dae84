package dev.quarry.examples;

import dev.quarry.qmp.client.TrafficListener;

/** What the user sees: headings, remarks, and the messages on the wire. Any thread. */
final class Console {
    /**
     * Prints what is sent behind an arrow to the right, what is received behind one to the left.
     */
    static final TrafficListener WIRE =
            new TrafficListener() {
                @Override
                public void sent(String message) {
                    line("-> " + message);
                }

                @Override
                public void received(String message) {
                    line("<- " + message);
                }
            };

    private Console() {}

    static void title(String text) {
        line("");
        line("== " + text);
    }

    static synchronized void line(String text) {
        System.out.println(text);
    }
}
