package dev.quarry.qmp;

import dev.quarry.qmp.JsonFramer.Frame;
import dev.quarry.qmp.JsonFramer.Malformed;
import dev.quarry.qmp.JsonFramer.Value;
import dev.quarry.qmp.codec.JsonOutput;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a framer yields, as text: {@code !} for an error, else the value as it is written. */
final class Outcomes {
    private final JsonFramer framer = new JsonFramer();
    private final List<String> seen = new ArrayList<>();

    void feed(byte[] bytes, int from, int to) {
        ByteBuffer input = ByteBuffer.wrap(bytes, from, to - from);
        for (Frame frame = framer.next(input); frame != null; frame = framer.next(input)) {
            seen.add(text(frame));
        }
    }

    /** The outcomes, and {@code (open)} if something is unfinished. */
    List<String> all() {
        List<String> all = new ArrayList<>(seen);
        if (!framer.isIdle()) {
            all.add("(open)");
        }
        return all;
    }

    static List<String> of(byte[] bytes) {
        Outcomes outcomes = new Outcomes();
        outcomes.feed(bytes, 0, bytes.length);
        return outcomes.all();
    }

    private static String text(Frame frame) {
        return frame instanceof Malformed error ? describe(error) : write((Value) frame);
    }

    private static String describe(Malformed error) {
        if (error.description().isBlank() || error.description().contains("\n")) {
            throw new AssertionError("not one line of text: " + error);
        }
        return "!";
    }

    private static String write(Value value) {
        byte[] text = QmpJson.message(false, out -> JsonOutput.any(out, value.value()));
        return new String(text, StandardCharsets.US_ASCII).stripTrailing();
    }
}
