package dev.quarry.qmp.codec;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** Carries one command to a server and brings its answer back. */
@FunctionalInterface
public interface CommandTransport {
    /**
     * Sends a command and waits for its reply.
     *
     * @param arguments the object of the {@code arguments} member; null where it is left out
     * @return the value of the {@code return} member
     * @throws QmpException the error reply
     */
    JsonNode execute(String command, @Nullable Encodable arguments);
}
