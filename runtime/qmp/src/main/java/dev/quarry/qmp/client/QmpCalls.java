package dev.quarry.qmp.client;

import dev.quarry.qmp.codec.CommandTransport;
import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.JsonOutput;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Commands in one manner of calling: with some time-out, in band or out of band. {@link QmpClient}
 * is the ordinary manner; {@link #within} and {@link #outOfBand} give others over the same
 * connection, and a generated {@code QapiClient} works over any.
 *
 * <p>Any thread. A refused command throws {@link dev.quarry.qmp.codec.QmpException}, a conversation
 * that fails or takes too long {@link QmpClientException}. A call that was given up is forgotten by
 * the client alone: the server goes on, its late reply is dropped, and the connection stays usable.
 * An interrupt gives the call up, too, and stays set.
 */
public interface QmpCalls extends CommandTransport {
    @Override
    JsonNode execute(String command, @Nullable Encodable arguments);

    /** Sends a command without arguments and waits for its reply. */
    default JsonNode execute(String command) {
        return execute(command, (Encodable) null);
    }

    /** The same with arguments as a JSON object. */
    default JsonNode execute(String command, JsonNode arguments) {
        return execute(command, out -> JsonOutput.any(out, arguments));
    }

    /**
     * Sends a command and returns at once. The future fails as the blocking call would; cancelling
     * it gives the call up. What depends on it runs on a thread that reads for others as well, so
     * it should be short; it may call the client.
     */
    CompletableFuture<JsonNode> executeAsync(String command, @Nullable Encodable arguments);

    /** The same without arguments. */
    default CompletableFuture<JsonNode> executeAsync(String command) {
        return executeAsync(command, (Encodable) null);
    }

    /** The same with arguments as a JSON object. */
    default CompletableFuture<JsonNode> executeAsync(String command, JsonNode arguments) {
        return executeAsync(command, out -> JsonOutput.any(out, arguments));
    }

    /**
     * Calls that wait for so long.
     *
     * @param timeout zero waits as long as the connection lasts
     */
    QmpCalls within(Duration timeout);

    /**
     * Calls that overtake the others, for commands that allow it.
     *
     * @throws QmpClientException if it is not negotiated, see {@link QmpClientBuilder#outOfBand}
     */
    QmpCalls outOfBand();
}
