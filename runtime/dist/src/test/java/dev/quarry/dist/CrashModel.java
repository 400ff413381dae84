package dev.quarry.dist;

import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What each cell of a disk may hold when the server dies now: the last value that an acknowledged
 * flush (or a write with FUA) made sure of, or anything written later. Every written cell carries a
 * stamp of its own, so an old value in a new place is seen. Safe for several writers.
 */
final class CrashModel {
    /** Bytes of a cell; writes have to be whole cells. */
    static final int CELL = 512;

    private final CrashCell[] cells;
    private long stamps;
    private int flushes;

    CrashModel(byte[] disk) {
        cells = new CrashCell[disk.length / CELL];
        adopt(disk);
    }

    /** Size of the disk in bytes. */
    int size() {
        return cells.length * CELL;
    }

    /** Number of flushes acknowledged. */
    synchronized int flushes() {
        return flushes;
    }

    /** Data for a write of so many bytes: a stamp never used before in each word. */
    synchronized byte[] stamped(int length) {
        long stamp = ++stamps * 0x9E37_79B9_7F4A_7C15L;
        var data = ByteBuffer.allocate(length);
        while (data.hasRemaining()) {
            data.putLong(stamp);
        }
        return data.array();
    }

    /**
     * Tells that a request is about to be sent. Empty, and nothing is noted, when another request
     * that touches one of its cells is in flight.
     */
    synchronized Optional<CrashTicket> begin(NbdRequest request) {
        if (request.type() == NbdRequest.FLUSH) {
            return Optional.of(new CrashTicket(request, newestDone()));
        }
        if (anyBusy(request)) {
            return Optional.empty();
        }
        long value = request.type() == NbdRequest.WRITE ? request.payload().getLong(0) : 0;
        for (int at = first(request); at < end(request); at++) {
            cells[at].begin(request.type() == NbdRequest.READ ? null : value);
        }
        return Optional.of(new CrashTicket(request, new int[0]));
    }

    /** Tells that the reply to a request has come and was no error. */
    synchronized void acknowledged(CrashTicket ticket) {
        NbdRequest request = ticket.request();
        if (request.type() == NbdRequest.FLUSH) {
            flushed(ticket.done());
            return;
        }
        for (int at = first(request); at < end(request); at++) {
            cells[at].done(isWrite(request), request.hasFua());
        }
    }

    /** Tells that the server has ended in an orderly way, which makes all acknowledged sure. */
    synchronized void ended() {
        flushed(newestDone());
    }

    /** Fails unless every cell of the disk holds what it may hold. */
    synchronized void expectPossible(byte[] disk, String context) {
        var words = ByteBuffer.wrap(disk);
        while (words.hasRemaining()) {
            int at = words.position();
            long word = words.getLong();
            if (!cells[at / CELL].mayHold(word)) {
                throw new AssertionError(
                        "%s: byte %d holds %x, may hold %s (%d flushes acknowledged)"
                                .formatted(context, at, word, cells[at / CELL], flushes));
            }
        }
    }

    /** Takes what the disk holds after a crash as what it has to hold from now on. */
    synchronized void adopt(byte[] disk) {
        var words = ByteBuffer.wrap(disk);
        for (int at = 0; at < cells.length; at++) {
            Set<Long> values = new LinkedHashSet<>();
            for (int end = (at + 1) * CELL; words.position() < end; ) {
                values.add(words.getLong());
            }
            cells[at] = new CrashCell(values);
        }
    }

    private void flushed(int[] done) {
        flushes++;
        for (int at = 0; at < cells.length; at++) {
            cells[at].certainSince(done[at]);
        }
    }

    private int[] newestDone() {
        int[] newest = new int[cells.length];
        for (int at = 0; at < cells.length; at++) {
            newest[at] = cells[at].newestDone();
        }
        return newest;
    }

    private boolean anyBusy(NbdRequest request) {
        boolean busy = false;
        for (int at = first(request); at < end(request); at++) {
            busy |= cells[at].isBusy();
        }
        return busy;
    }

    /** A trim may do nothing, so it makes nothing sure. */
    private static boolean isWrite(NbdRequest request) {
        return request.type() == NbdRequest.WRITE || request.type() == NbdRequest.WRITE_ZEROES;
    }

    private static int first(NbdRequest request) {
        return (int) (request.offset() / CELL);
    }

    private static int end(NbdRequest request) {
        return (int) ((request.offset() + request.length()) / CELL);
    }
}
