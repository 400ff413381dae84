package dev.quarry.dist;

/**
 * A request in flight; a flush also knows, for each cell, the newest value acknowledged before it.
 */
final class CrashTicket {
    private final NbdRequest request;
    private final int[] done;

    CrashTicket(NbdRequest request, int[] done) {
        this.request = request;
        this.done = done;
    }

    NbdRequest request() {
        return request;
    }

    int[] done() {
        return done;
    }
}
