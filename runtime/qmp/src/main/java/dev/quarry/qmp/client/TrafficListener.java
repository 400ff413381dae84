package dev.quarry.qmp.client;

/**
 * Sees every message as it goes over the wire, without its line end. {@code sent} is called on the
 * thread that sends, before the message leaves; {@code received} on the client's reading thread,
 * before anybody else hears of the message.
 */
public interface TrafficListener {
    /** Hears nothing. */
    TrafficListener NONE =
            new TrafficListener() {
                @Override
                public void sent(String message) {}

                @Override
                public void received(String message) {}
            };

    /** A message of ours. */
    void sent(String message);

    /** A message of the server's: the greeting, a reply, or an event. */
    void received(String message);
}
