package dev.quarry.dist;

import dev.quarry.testing.Seed;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** A disk beside the byte array that it must equal. */
final class ModelledDisk {
    private final byte[] model;
    private final RandomRequests requests;
    private final String context;
    private int done;

    /**
     * @param model what the disk holds now
     * @param context what a failure's message begins with, the seed included
     */
    ModelledDisk(byte[] model, Seed seed, String context) {
        this.model = model;
        this.context = context + ", " + seed;
        var random = seed.random(context);
        this.requests =
                new RandomRequests(random, model.length, 1, length -> bytes(random, length));
    }

    private static byte[] bytes(java.util.Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Performs at least so many random operations, some at a time; checks every read. */
    void work(NbdSocket socket, int operations) throws IOException {
        for (int end = done + operations; done < end; ) {
            List<NbdRequest> together = requests.together(8);
            List<byte[]> data =
                    socket.batch(together, (at, error) -> expectDone(together, at, error));
            for (int at = 0; at < together.size(); at++) {
                apply(socket, together.get(at), data.get(at));
                done++;
            }
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
        return " after " + done + " operations";
    }
}
