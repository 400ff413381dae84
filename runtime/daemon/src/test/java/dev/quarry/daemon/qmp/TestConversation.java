package dev.quarry.daemon.qmp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A session without a socket: it gets its input in pieces, and what it says is gathered. */
final class TestConversation implements MonitorTransport {
    private TestConversation() {}

    /** All that a session says to these pieces of input, up to its end. */
    static String replies(List<byte[]> pieces) {
        TestCommands commands = new TestCommands(() -> {});
        QmpSession session =
                new QmpSession(
                        commands.service(),
                        new SessionOptions(false, false),
                        new TestConversation(),
                        "test");
        session.greet();
        pieces.forEach(piece -> session.input(ByteBuffer.wrap(piece)));
        session.endOfInput();
        return heard(session.outbox());
    }

    private static String heard(Outbox outbox) {
        StringBuilder all = new StringBuilder();
        try {
            while (outbox.awaitMessages()) {
                all.append(StandardCharsets.US_ASCII.decode(outbox.take()));
            }
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while waiting for the end", e);
        }
        return all.toString();
    }

    @Override
    public void outputReady() {}

    @Override
    public void reading(boolean wanted) {}

    @Override
    public void finish() {}

    @Override
    public void abort() {}
}
