package dev.quarry.dist;

import dev.quarry.testing.Seed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A disk beside the byte array that it must equal. Several connections may work on it at a time:
 * each has a {@link DiskWorker}.
 */
final class ModelledDisk {
    private final byte[] model;
    private final Seed seed;
    private final String context;
    private final DiskWorker only;

    /** What all connections have under way; no two touch the same byte. Guarded by this. */
    private final List<NbdRequest> claimed = new ArrayList<>();

    private final AtomicInteger done = new AtomicInteger();

    /**
     * @param model what the disk holds now
     * @param context what a failure's message begins with, the seed included
     */
    ModelledDisk(byte[] model, Seed seed, String context) {
        this.model = model;
        this.seed = seed;
        this.context = context + ", " + seed;
        this.only = worker(context);
    }

    /** Random requests for a connection; those of another name are others. */
    DiskWorker worker(String name) {
        return new DiskWorker(this, seed.random(name), model.length);
    }

    /** Performs so many random operations over the only connection; checks every read. */
    void work(NbdSocket socket, int operations) throws IOException {
        only.work(socket, operations);
    }

    /** What the disk should hold. */
    byte[] content() {
        return model.clone();
    }

    /** Of some requests takes those that touch nothing that is under way, until released. */
    synchronized List<NbdRequest> claim(List<NbdRequest> wanted) {
        List<NbdRequest> taken =
                wanted.stream()
                        .filter(request -> claimed.stream().noneMatch(request::overlaps))
                        .toList();
        claimed.addAll(taken);
        return taken;
    }

    synchronized void release(List<NbdRequest> taken) {
        claimed.removeAll(taken);
    }

    /** Sends what was claimed, checks what comes back, and keeps what it was. */
    void perform(NbdSocket socket, List<NbdRequest> together) throws IOException {
        List<byte[]> data = socket.batch(together, (at, error) -> expectDone(together, at, error));
        for (int at = 0; at < together.size(); at++) {
            apply(socket, together.get(at), data.get(at));
            done.incrementAndGet();
        }
    }

    /** Tells the model of a range that somebody else wrote. */
    void wrote(int offset, int length, int value) {
        Arrays.fill(model, offset, offset + length, (byte) value);
    }

    /** Reads the whole disk and compares it. */
    void expectEqual(NbdSocket socket) throws IOException {
        expectEqual(0, socket.read(0, model.length), "the whole disk over NBD");
    }

    void expectEqual(byte[] content, String by) {
        if (content.length != model.length) {
            throw new AssertionError(context + ": " + content.length + " bytes by " + by);
        }
        expectEqual(0, content, by);
    }

    private void expectDone(List<NbdRequest> together, int at, int error) {
        if (error != 0) {
            throw new AssertionError(
                    context + ": NBD error " + error + " for " + together.get(at) + place());
        }
    }

    private void apply(NbdSocket socket, NbdRequest request, byte[] data) throws IOException {
        int offset = (int) request.offset();
        switch (request.type()) {
            case NbdRequest.READ -> expectEqual(offset, data, request.toString());
            case NbdRequest.WRITE ->
                    request.payload().duplicate().get(0, model, offset, request.length());
            case NbdRequest.WRITE_ZEROES -> wrote(offset, request.length(), 0);
            case NbdRequest.TRIM -> adoptTrim(socket, request);
            default -> {}
        }
    }

    /** A trimmed byte may stay or turn to zero; what it is now it has to remain. */
    private void adoptTrim(NbdSocket socket, NbdRequest trim) throws IOException {
        int offset = (int) trim.offset();
        byte[] now = socket.read(offset, trim.length());
        for (int at = 0; at < now.length; at++) {
            if (now[at] != 0 && now[at] != model[offset + at]) {
                throw wrong(offset + at, now[at], trim.toString());
            }
            model[offset + at] = now[at];
        }
    }

    private void expectEqual(int offset, byte[] found, String by) {
        int at = Arrays.mismatch(found, Arrays.copyOfRange(model, offset, offset + found.length));
        if (at >= 0) {
            throw wrong(offset + at, found[at], by);
        }
    }

    private AssertionError wrong(int at, byte found, String by) {
        return new AssertionError(
                "%s: byte %d is %#x, not %#x, by %s%s"
                        .formatted(context, at, found, model[at], by, place()));
    }

    private String place() {
        return " after " + done.get() + " operations";
    }
}
