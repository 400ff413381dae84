package dev.quarry.daemon.qmp;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Whole messages that wait to be sent to one client. Replies wait for room before the command is
 * run, so they are bounded by the client's reading; events never wait, so they are bounded by a
 * limit of their own.
 *
 * <p>Any thread.
 */
final class Outbox {
    /** Above this many bytes no further command is run. */
    static final long ROOM = 1 << 20;

    /** Bytes of unsent events that a client may leave before it counts as dead. */
    static final long MAX_EVENT_BYTES = 4 << 20;

    private static final class Message {
        final byte[] bytes;
        final boolean event;

        Message(byte[] bytes, boolean event) {
            this.bytes = bytes;
            this.event = event;
        }
    }

    private final Deque<Message> messages = new ArrayDeque<>();
    private long size;
    private long eventBytes;
    private boolean closed;

    /** Adds a reply. After {@link #close} it is thrown away. */
    synchronized void add(byte[] reply) {
        put(reply, false);
    }

    /** Adds an event. False, once, if that is one too many: then everything has been discarded. */
    synchronized boolean addEvent(byte[] event) {
        put(event, true);
        if (eventBytes <= MAX_EVENT_BYTES) {
            return true;
        }
        discard();
        return false;
    }

    synchronized boolean isEmpty() {
        return messages.isEmpty();
    }

    /** Takes messages of about {@code most} bytes, but one at least; empty if there is none. */
    synchronized byte[] take(int most) {
        int count = 0;
        int length = 0;
        for (Message message : messages) {
            if (count > 0 && length + message.bytes.length > most) {
                break;
            }
            length += message.bytes.length;
            count++;
        }
        byte[] taken = remove(count, length);
        notifyAll();
        return taken;
    }

    /** Waits until there is something to send. False when closed and empty. */
    synchronized boolean awaitMessages() throws InterruptedException {
        while (messages.isEmpty() && !closed) {
            wait();
        }
        return !messages.isEmpty();
    }

    /** Waits until less than {@link #ROOM} is unsent, or the outbox is closed. */
    synchronized void awaitRoom() throws InterruptedException {
        while (size > ROOM && !closed) {
            wait();
        }
    }

    /** Takes no more messages. What is there can still be taken. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Closes and forgets what is unsent. */
    synchronized void discard() {
        close();
        messages.clear();
        size = 0;
        eventBytes = 0;
    }

    private void put(byte[] bytes, boolean event) {
        if (!closed) {
            messages.add(new Message(bytes, event));
            size += bytes.length;
            eventBytes += event ? bytes.length : 0;
            notifyAll();
        }
    }

    private byte[] remove(int count, int length) {
        if (count == 1) {
            return removeFirst();
        }
        byte[] all = new byte[length];
        int at = 0;
        for (int i = 0; i < count; i++) {
            byte[] bytes = removeFirst();
            System.arraycopy(bytes, 0, all, at, bytes.length);
            at += bytes.length;
        }
        return all;
    }

    private byte[] removeFirst() {
        Message message = messages.remove();
        size -= message.bytes.length;
        eventBytes -= message.event ? message.bytes.length : 0;
        return message.bytes;
    }
}
