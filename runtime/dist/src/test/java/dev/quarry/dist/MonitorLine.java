package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import tools.jackson.databind.JsonNode;

import java.util.List;

/**
 * One line of a monitor's output, read as strictly as the strictest client does: a single object in
 * printable ASCII, of at most ten MiB, ended by CR LF, and of one of the four kinds of message.
 * Every test that listens to a monitor reads by this.
 */
final class MonitorLine {
    private static final int LONGEST = 10 << 20;
    private static final List<String> KINDS = List.of("QMP", "event", "error", "return");

    private MonitorLine() {}

    /** The message; fails where a strict client would give up. */
    static JsonNode message(String line) {
        assertTrue(line.endsWith("\r\n"), () -> "no CR LF at the end: " + shortened(line));
        String text = line.substring(0, line.length() - 2);
        assertTrue(line.length() <= LONGEST, () -> line.length() + " bytes: " + shortened(line));
        assertTrue(
                text.chars().allMatch(c -> c >= 0x20 && c < 0x7F),
                () -> "more than printable ASCII: " + shortened(line));
        JsonNode message = Json.strict(text);
        assertTrue(message.isObject(), () -> "no object: " + shortened(line));
        long kinds = KINDS.stream().filter(message::has).count();
        assertEquals(1, kinds, () -> "no message: " + shortened(line));
        checkMembers(message, line);
        return message;
    }

    private static void checkMembers(JsonNode message, String line) {
        if (message.has("error")) {
            JsonNode error = message.get("error");
            assertTrue(
                    error.path("class").isString() && error.path("desc").isString(),
                    () -> "an error lacks its class or text: " + shortened(line));
        }
        if (message.has("event")) {
            JsonNode time = message.path("timestamp");
            assertTrue(
                    time.path("seconds").isIntegralNumber()
                            && time.path("microseconds").isIntegralNumber(),
                    () -> "an event lacks its time: " + shortened(line));
        }
    }

    private static String shortened(String line) {
        return line.length() <= 300 ? line : line.substring(0, 300) + "…";
    }
}
