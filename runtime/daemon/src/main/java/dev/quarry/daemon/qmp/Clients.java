package dev.quarry.daemon.qmp;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The connections of one socket: who is served, who waits for a place. Any thread. */
final class Clients {
    private final int places;
    private final Set<SocketTransport> served = new LinkedHashSet<>();
    private final Deque<SocketTransport> waiting = new ArrayDeque<>();
    private boolean hadOne;
    private boolean ending;

    /**
     * Creates an empty set.
     *
     * @param places how many are served at once; further ones wait
     */
    Clients(int places) {
        this.places = places;
    }

    /** Serves a new client, or lets it wait. */
    synchronized void add(SocketTransport client) {
        if (ending) {
            client.abort();
        } else if (served.size() < places) {
            serve(client);
        } else {
            waiting.add(client);
        }
    }

    /** A client has left; the next one that waits is served. */
    synchronized void remove(SocketTransport client) {
        waiting.remove(client);
        if (served.remove(client) && !ending) {
            SocketTransport next = waiting.poll();
            if (next != null) {
                serve(next);
            }
        }
        notifyAll();
    }

    /** How many are connected, served or not. */
    synchronized int count() {
        return served.size() + waiting.size();
    }

    /** Waits until a first client has come. */
    synchronized void awaitFirst() throws InterruptedException {
        while (!hadOne) {
            wait();
        }
    }

    /**
     * Ends all sessions; those whose last replies are not out after a while are cut off. Returns
     * when all connections are gone, since a listener that is closed together with them may wait
     * for ever.
     */
    void shutDown(long patienceMillis) throws InterruptedException {
        beginToEnd();
        awaitNone(patienceMillis);
        everyone().forEach(SocketTransport::abort);
        awaitNone(patienceMillis);
    }

    private void beginToEnd() {
        List<SocketTransport> toAnswer;
        List<SocketTransport> unheard;
        synchronized (this) {
            ending = true;
            toAnswer = List.copyOf(served);
            unheard = List.copyOf(waiting);
        }
        toAnswer.forEach(SocketTransport::shutDown);
        unheard.forEach(SocketTransport::abort);
    }

    private synchronized List<SocketTransport> everyone() {
        return Stream.concat(served.stream(), waiting.stream()).toList();
    }

    private synchronized void awaitNone(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long left = deadline - System.nanoTime();
        while (count() > 0 && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = deadline - System.nanoTime();
        }
    }

    private void serve(SocketTransport client) {
        served.add(client);
        client.start();
        hadOne = true;
        notifyAll();
    }
}
