package dev.quarry.daemon.qmp;

import dev.quarry.qmp.JsonFramer;
import dev.quarry.qmp.JsonFramer.Frame;
import dev.quarry.qmp.QmpJson;
import dev.quarry.qmp.QmpMessages;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * One client's conversation: greeting, negotiation, commands in order, events.
 *
 * <p>Input is cut into messages only as far as there is room for them: one at a time, or, once
 * out-of-band execution is negotiated, up to {@value #QUEUE_LENGTH} that wait; and none while the
 * client leaves its replies unread. While input is left over, the transport is told to stop
 * reading; so a client that sends faster than its commands run is held back by its socket, and one
 * command a client is all the memory it gets.
 *
 * <p>Threads: input comes from the transport's thread. Framing, refusals and commands that wait for
 * nothing happen there, or on whichever thread has just made room, under this object's lock. All
 * other commands run on the lanes' threads without it.
 */
final class QmpSession {
    /** In-band requests that wait beside the one that runs, with out-of-band execution enabled. */
    static final int QUEUE_LENGTH = 8;

    /** Changes of what an unfinished message takes that are not worth telling. */
    private static final long GRAIN = 64 << 10;

    private static final System.Logger LOG = System.getLogger(QmpSession.class.getName());
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final QmpService service;
    private final SessionOptions options;
    private final MonitorTransport transport;
    private final String peer;
    private final Outbox outbox = new Outbox(this::pump);
    private final Negotiation negotiation = new Negotiation();
    private final JsonFramer framer = new JsonFramer();
    private final Lane inBand = new Lane(this::pump);
    private final Lane outOfBand = new Lane(this::pump);
    private final Consumer<Broadcast> listener = this::event;
    private ByteBuffer unread = NOTHING;
    private long toldToHold;
    private boolean inputEnded;
    private boolean ending;
    private boolean quitting;
    private boolean gone;

    /**
     * Creates a session; nothing is sent before {@link #greet}.
     *
     * @param peer names the client in the log
     */
    QmpSession(
            QmpService service, SessionOptions options, MonitorTransport transport, String peer) {
        this.service = service;
        this.options = options;
        this.transport = transport;
        this.peer = peer;
    }

    /** What the transport has to send. */
    Outbox outbox() {
        return outbox;
    }

    /** Sends the greeting. */
    void greet() {
        send(
                QmpJson.message(
                        options.pretty(),
                        QmpMessages.greeting(service.version(), Negotiation.OFFERED)));
    }

    /** Bytes arrived. The transport's thread. */
    synchronized void input(ByteBuffer bytes) {
        unread = unread.hasRemaining() ? joined(unread, bytes) : bytes;
        pump();
    }

    /** The client will send no more; what it sent is still answered. */
    synchronized void endOfInput() {
        inputEnded = true;
        pump();
    }

    /** The connection is gone; commands that have not begun are forgotten. */
    void closed() {
        stop();
        outbox.discard();
        synchronized (this) {
            gone = true;
        }
        tellIfQuitAndGone();
    }

    /** Ends the conversation after what is already answered. */
    void finish() {
        stop();
        outbox.close();
        transport.finish();
    }

    private synchronized void stop() {
        ending = true;
        unread = NOTHING;
        inBand.drop();
        outOfBand.drop();
        service.events().remove(listener);
        tellHeld(0);
    }

    /** Ends the connection of a client whose unfinished message takes what others need. */
    void cutOffForMemory() {
        LOG.log(
                System.Logger.Level.WARNING,
                "{0} holds the most of the memory for unfinished messages, which is used up: cut"
                        + " off",
                peer);
        transport.abort();
    }

    /** Ends the connection of a client that has long taken nothing of what waits for it. */
    void cutOffForStall() {
        LOG.log(System.Logger.Level.WARNING, "{0} does not read its replies: cut off", peer);
        transport.abort();
    }

    /** Whichever comes second of the connection's end and the command {@code quit} tells. */
    private void tellIfQuitAndGone() {
        boolean both;
        synchronized (this) {
            both = quitting && gone;
        }
        if (both) {
            service.quit().answered();
        }
    }

    /** Turns input into tasks as far as there is room, and tells the transport what it may do. */
    private synchronized void pump() {
        while (!ending && unread.hasRemaining() && hasRoom()) {
            Frame frame = framer.next(unread);
            if (frame != null) {
                begin(service.dispatcher().task(frame, negotiation, options));
            }
        }
        if (!ending) {
            tellHeld(framer.held());
        }
        if (!ending && inputEnded && !unread.hasRemaining() && isIdle()) {
            finish();
        }
        transport.reading(!ending && !inputEnded && !unread.hasRemaining());
    }

    /** Tells what the unfinished message takes, if that is worth it: most messages come at once. */
    private synchronized void tellHeld(long bytes) {
        boolean ended = bytes == 0 && toldToHold > 0;
        if (ended || Math.abs(bytes - toldToHold) > GRAIN) {
            toldToHold = bytes;
            service.input().hold(this, bytes);
        }
    }

    private boolean hasRoom() {
        if (outbox.isFull()) {
            return false;
        }
        return negotiation.oobEnabled()
                ? inBand.waiting() < QUEUE_LENGTH && outOfBand.waiting() < QUEUE_LENGTH
                : isIdle();
    }

    private boolean isIdle() {
        return inBand.isIdle() && outOfBand.isIdle();
    }

    /** A task that waits for nothing is done here and now, unless others have to go first. */
    private void begin(Task task) {
        Lane lane = task.overtakes() ? outOfBand : inBand;
        if (task.isQuick() && lane.isIdle()) {
            perform(task);
        } else {
            lane.add(() -> performInTurn(task));
        }
    }

    /** A lane's job. */
    private void performInTurn(Task task) {
        awaitRoom();
        if (!isEnding()) {
            perform(task);
        }
    }

    private void perform(Task task) {
        switch (task) {
            case Task.Refusal refusal -> send(refusal.reply());
            case Task.Call call -> call(call);
        }
    }

    private void call(Task.Call call) {
        boolean negotiated = negotiation.isDone();
        send(service.dispatcher().answer(call, options));
        if (!negotiated && negotiation.isDone()) {
            listen();
        }
        if (service.quit().requestedByThisThread()) {
            quit();
        }
    }

    /** From now on the client hears of events; its negotiation has been answered. */
    private synchronized void listen() {
        if (!ending) {
            service.events().add(listener);
        }
    }

    private synchronized boolean isEnding() {
        return ending;
    }

    private void quit() {
        synchronized (this) {
            quitting = true;
        }
        finish();
        tellIfQuitAndGone();
    }

    private void awaitRoom() {
        try {
            outbox.awaitRoom();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a session", e);
        }
    }

    private void send(byte[] message) {
        outbox.add(message);
        transport.outputReady();
    }

    private void event(Broadcast broadcast) {
        if (outbox.addEvent(broadcast.bytes(options.pretty()))) {
            transport.outputReady();
        } else {
            LOG.log(System.Logger.Level.WARNING, "{0} does not read its events: cut off", peer);
            transport.abort();
        }
    }

    private static ByteBuffer joined(ByteBuffer first, ByteBuffer second) {
        ByteBuffer both = ByteBuffer.allocate(first.remaining() + second.remaining());
        return both.put(first).put(second).flip();
    }
}
