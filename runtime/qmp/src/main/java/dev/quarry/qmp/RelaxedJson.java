package dev.quarry.qmp;

import tools.jackson.databind.JsonNode;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** JSON as people write it for QEMU: as its monitor reads it, strings in single quotes included. */
public final class RelaxedJson {
    private RelaxedJson() {}

    /**
     * Parses a text that is one value.
     *
     * @throws IllegalArgumentException saying what is wrong, if it is not
     */
    public static JsonNode parse(String text) {
        ByteBuffer bytes = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8));
        JsonFramer.Frame frame = new JsonFramer().next(bytes);
        if (frame instanceof JsonFramer.Malformed bad) {
            throw new IllegalArgumentException(bad.description());
        }
        String rest = StandardCharsets.UTF_8.decode(bytes).toString().strip();
        if (frame instanceof JsonFramer.Value whole && rest.isEmpty()) {
            return whole.value();
        }
        throw new IllegalArgumentException(
                frame == null
                        ? "Invalid JSON: the end is missing"
                        : "Invalid JSON: nothing may follow, but there is: " + rest);
    }
}
