package dev.quarry.qmp.client;

import dev.quarry.qmp.QmpJson;
import dev.quarry.qmp.QmpMessages;
import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.JsonOutput;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.LongNode;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * One conversation with a server, from its greeting to its end: negotiation, commands, their
 * replies, events. A client that reconnects has one after the other.
 */
final class Session {
    /** A thread that waits for its reply reads for so long; then it leaves that to the client's. */
    private static final Duration LONE_READING = Duration.ofMillis(20);

    private static final String NEGOTIATE = "qmp_capabilities";
    private static final int MOST_GREETINGS = 2;

    private final String server;
    private final Connection connection;
    private final boolean wantsOutOfBand;
    private final Consumer<QmpEvent> events;
    private final Consumer<Session> whenEnded;
    private final PendingCalls calls = new PendingCalls();
    private final PendingCall greeted = new PendingCall("the greeting");
    private final ReadingTurn turn = new ReadingTurn(() -> !calls.isEmpty());
    private final AtomicLong ids = new AtomicLong();
    private volatile @Nullable Greeting greeting;
    private final AtomicReference<@Nullable QmpClientException> end = new AtomicReference<>();
    private int greetings; // this and the next two: of the thread that reads
    private boolean negotiating;
    private long replies;

    /**
     * Creates one that has not begun.
     *
     * @param whenEnded called once, before the calls fail
     */
    Session(
            String server,
            Connection connection,
            boolean wantsOutOfBand,
            Consumer<QmpEvent> events,
            Consumer<Session> whenEnded) {
        this.whenEnded = whenEnded;
        this.server = server;
        this.connection = connection;
        this.wantsOutOfBand = wantsOutOfBand;
        this.events = events;
    }

    /** Waits for the greeting and negotiates. Reads on this thread, the only one by now. */
    void begin(Deadline deadline) {
        readFor(greeted, deadline);
        greeted.outcome(
                server + ", busy with another client perhaps, has sent no greeting", deadline);
        PendingCall negotiated = negotiate();
        readFor(negotiated, deadline);
        negotiated.outcome(deadline);
    }

    Greeting greeting() {
        return Objects.requireNonNull(greeting);
    }

    /** Whether out-of-band execution is negotiated. */
    boolean outOfBand() {
        return wantsOutOfBand && greeting().capabilities().contains(Greeting.OOB);
    }

    boolean isOpen() {
        return end.get() == null;
    }

    /**
     * Sends a command.
     *
     * @param member {@code execute} or {@code exec-oob}
     */
    PendingCall send(String member, String command, @Nullable Encodable arguments) {
        PendingCall call = new PendingCall(command);
        long id = ids.incrementAndGet();
        Encodable message = QmpMessages.command(member, command, arguments, LongNode.valueOf(id));
        try {
            connection.send(QmpJson.message(false, message), () -> calls.add(id, call));
        } catch (IOException e) {
            end(new QmpClientException("Cannot send to " + server + ": " + e.getMessage(), e));
        }
        return call;
    }

    /** Waits for the outcome of a call, reading meanwhile if nobody else does. */
    void await(PendingCall call, Deadline deadline) {
        if (turn.take()) {
            try {
                readFor(call, Deadline.earlier(deadline, Deadline.in(LONE_READING)));
            } finally {
                turn.give();
            }
        }
        call.await(deadline);
    }

    /** Makes sure that the reply of a call is read although nobody waits for it. */
    void readInBackground() {
        turn.wake();
    }

    /**
     * Reads until the conversation has ended, except while others do. For the client's own thread.
     *
     * @return why it has ended
     */
    QmpClientException read() {
        QmpClientException why = end.get();
        while (why == null) {
            turn.takeForLong();
            try {
                readUntilAllIsAnswered();
            } finally {
                turn.give();
            }
            why = end.get();
        }
        return why;
    }

    /**
     * Ends the conversation; commands without a reply fail. Repeatable: the first reason counts.
     */
    void end(QmpClientException why) {
        if (!end.compareAndSet(null, why)) {
            return;
        }
        whenEnded.accept(this);
        try {
            connection.close();
        } catch (IOException e) {
            why.addSuppressed(e);
        }
        greeted.fail(why);
        calls.failAll(why);
        turn.wake();
    }

    private void readFor(PendingCall call, Deadline deadline) {
        boolean open = true;
        while (open
                && !call.isDone()
                && !deadline.hasPassed()
                && !Thread.currentThread().isInterrupted()) {
            open = round(deadline.leftMillis());
        }
    }

    private void readUntilAllIsAnswered() {
        boolean open;
        long before;
        do {
            before = replies;
            open = round(0);
        } while (open && (replies == before || !calls.isEmpty()));
    }

    /**
     * False at the end of the conversation. Nothing that goes wrong here may leave it half alive.
     */
    private boolean round(long millis) {
        QmpClientException why = new QmpClientException(server + " has ended the connection");
        boolean open = false;
        try {
            open = connection.round(millis, this::accept);
        } catch (IOException e) {
            why = new QmpClientException("The connection to " + server + " is lost: " + e, e);
        } catch (QmpClientException e) {
            why = e;
        } finally {
            if (!open) {
                end(why);
            }
        }
        return open;
    }

    private void accept(JsonNode message) {
        if (message.has("event")) {
            events.accept(QmpEvent.of(message));
        } else if (message.has("QMP")) {
            greet(message.get("QMP"));
        } else if (greeting == null && message.has("error")) {
            String reason = message.path("error").path("desc").asString("");
            throw new QmpClientException(server + " takes no client: " + reason);
        } else if (message.has("return") || message.has("error")) {
            replies++;
            calls.answer(message);
        } else {
            throw new QmpClientException(server + " sends what is not QMP: " + message);
        }
    }

    /**
     * A server that is just starting may greet a client twice, and forgets then what was negotiated
     * before the second greeting.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // a refusal is as good
    private void greet(JsonNode message) {
        greetings++;
        if (greetings > MOST_GREETINGS) {
            throw new QmpClientException(server + " greets again and again");
        }
        if (negotiating) {
            negotiate();
        }
        greeting = Greeting.of(message);
        greeted.settle(message, null);
    }

    private PendingCall negotiate() {
        negotiating = true;
        return send("execute", NEGOTIATE, outOfBand() ? Session::enableOutOfBand : null);
    }

    private static void enableOutOfBand(JsonGenerator out) {
        out.writeStartObject();
        out.writeName("enable");
        JsonOutput.list(out, List.of(Greeting.OOB), JsonGenerator::writeString);
        out.writeEndObject();
    }
}
