package dev.quarry.daemon.qmp;

import dev.quarry.testing.TestNeeds;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one of the recorded conversations with the reference daemon sends.
 *
 * @param name the conversation's
 * @param octets all that its clients send, in a row, each byte as one character
 */
record RecordedInput(String name, String octets) {
    /** Those in which anything is sent; needs the corpus. */
    static Stream<RecordedInput> all() {
        try (Stream<Path> files = Files.list(TestNeeds.corpus("qmp").resolve("open"))) {
            List<Path> sorted = files.sorted().toList();
            return sorted.stream()
                    .map(RecordedInput::of)
                    .filter(input -> !input.octets().isEmpty());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] bytes() {
        return octets.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static RecordedInput of(Path file) {
        JsonNode conversation = JsonMapper.shared().readTree(file);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(negotiation(conversation.path("negotiate")));
        for (JsonNode step : conversation.path("steps")) {
            if (step.has("send")) {
                bytes.writeBytes(payload(step.path("send")));
            }
        }
        String octets = bytes.toString(StandardCharsets.ISO_8859_1);
        return new RecordedInput(conversation.path("name").asString(), octets);
    }

    private static byte[] negotiation(JsonNode negotiate) {
        String arguments =
                negotiate.asString("").equals("oob") ? ",'arguments':{'enable':['oob']}" : "";
        return negotiate.isBoolean() && !negotiate.booleanValue()
                ? new byte[0]
                : utf8("{'execute':'qmp_capabilities'" + arguments + "}");
    }

    private static byte[] payload(JsonNode sent) {
        if (sent.isString()) {
            return utf8(sent.stringValue());
        } else if (sent.has("b64")) {
            return Base64.getDecoder().decode(sent.path("b64").stringValue());
        } else if (sent.has("rep")) {
            StringBuilder text = new StringBuilder();
            for (JsonNode part : sent.path("rep")) {
                text.repeat(part.path(0).stringValue(), part.path(1).intValue());
            }
            return utf8(text.toString());
        }
        return utf8(sent + "\n");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
