package dev.quarry.daemon.qmp;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Whole messages that wait to be sent to one client, gathered into pieces. Replies wait for room
 * before the command is run, so they are bounded by the client's reading; events never wait, so
 * they are bounded by a limit of their own.
 *
 * <p>Any thread.
 */
final class Outbox {
    /** Above this many bytes no further command is run. */
    static final long ROOM = 256 << 10;

    /** Bytes of unsent events that a client may leave before it counts as dead. */
    static final long MAX_EVENT_BYTES = 4 << 20;

    /** Messages are joined into pieces of up to this many bytes; a longer one is a piece itself. */
    private static final int PIECE = 64 << 10;

    private final Runnable whenRoom;
    private final Deque<Piece> pieces = new ArrayDeque<>();
    private long size;
    private volatile boolean full;
    private long eventBytes;
    private volatile boolean closed;

    /**
     * Creates an empty outbox.
     *
     * @param whenRoom called without locks, on the thread that takes, when there is room again
     */
    Outbox(Runnable whenRoom) {
        this.whenRoom = whenRoom;
    }

    /** Adds a reply. After {@link #close} it is thrown away. */
    synchronized void add(byte[] reply) {
        put(reply, 0);
    }

    /** Adds an event. False, once, if that is one too many: then everything has been discarded. */
    synchronized boolean addEvent(byte[] event) {
        put(event, event.length);
        if (eventBytes <= MAX_EVENT_BYTES) {
            return true;
        }
        discard();
        return false;
    }

    synchronized boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** Whether what waits is too much for another command to be run. */
    boolean isFull() {
        return full && !closed;
    }

    /** Takes the next messages; empty if there are none. */
    ByteBuffer take() {
        ByteBuffer taken;
        boolean roomAgain;
        synchronized (this) {
            boolean wasFull = isFull();
            taken = remove();
            roomAgain = wasFull && !isFull();
            notifyAll();
        }
        if (roomAgain) {
            whenRoom.run();
        }
        return taken;
    }

    /** Waits until there is something to send. False when closed and empty. */
    synchronized boolean awaitMessages() throws InterruptedException {
        while (pieces.isEmpty() && !closed) {
            wait();
        }
        return !pieces.isEmpty();
    }

    /** Waits until there is room, or the outbox is closed. */
    synchronized void awaitRoom() throws InterruptedException {
        while (isFull()) {
            wait();
        }
    }

    /** Takes no more messages. What is there can still be taken. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Takes no more messages and forgets those that are there. */
    synchronized void discard() {
        close();
        pieces.clear();
        size = 0;
        full = false;
        eventBytes = 0;
    }

    private void put(byte[] bytes, int ofEvent) {
        if (closed) {
            return;
        }
        Piece last = pieces.peekLast();
        if (last == null) {
            pieces.add(new Piece(bytes, ofEvent));
            notifyAll();
        } else if (!last.add(bytes, ofEvent)) {
            pieces.add(new Piece(bytes, ofEvent));
        }
        size += bytes.length;
        full = size > ROOM;
        eventBytes += ofEvent;
    }

    private ByteBuffer remove() {
        Piece first = pieces.poll();
        if (first == null) {
            return ByteBuffer.allocate(0);
        }
        size -= first.length;
        full = size > ROOM;
        eventBytes -= first.eventBytes;
        return ByteBuffer.wrap(first.bytes, 0, first.length);
    }

    /** Messages in a row. The first is kept as it is: mostly there is no second. */
    private static final class Piece {
        private byte[] bytes;
        private int length;
        private int eventBytes;

        Piece(byte[] message, int ofEvent) {
            this.bytes = message;
            this.length = message.length;
            this.eventBytes = ofEvent;
        }

        /** False where there is no place for it. */
        boolean add(byte[] message, int ofEvent) {
            if (length + message.length > PIECE) {
                return false;
            }
            if (length + message.length > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(PIECE, 2 * (length + message.length)));
            }
            System.arraycopy(message, 0, bytes, length, message.length);
            length += message.length;
            eventBytes += ofEvent;
            return true;
        }
    }
}
