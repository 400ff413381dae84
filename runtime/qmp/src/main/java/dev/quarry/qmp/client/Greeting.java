package dev.quarry.qmp.client;

import dev.quarry.qmp.QmpVersion;

import tools.jackson.databind.JsonNode;

import java.util.List;

/**
 * What a server says of itself when a client comes.
 *
 * @param capabilities what it offers, for instance {@code oob}
 */
record Greeting(QmpVersion version, List<String> capabilities) {
    static final String OOB = "oob";

    static Greeting of(JsonNode greeting) {
        JsonNode version = greeting.path("version");
        JsonNode qemu = version.path("qemu");
        QmpVersion parsed =
                new QmpVersion(
                        qemu.path("major").asInt(0),
                        qemu.path("minor").asInt(0),
                        qemu.path("micro").asInt(0),
                        version.path("package").asString(""));
        return new Greeting(
                parsed,
                greeting.path("capabilities")
                        .valueStream()
                        .filter(JsonNode::isString)
                        .map(JsonNode::stringValue)
                        .toList());
    }
}
