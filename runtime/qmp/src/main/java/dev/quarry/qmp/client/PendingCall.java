package dev.quarry.qmp.client;

import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One command that has been sent, and its reply when there is one. A reply that comes after a
 * time-out or a cancellation is dropped.
 */
final class PendingCall extends Awaited<JsonNode> {
    private final String command;
    private volatile Duration patience = Duration.ZERO;

    PendingCall(String command) {
        this.command = command;
    }

    /**
     * The value of the reply's {@code return} member, after waiting.
     *
     * @throws dev.quarry.qmp.codec.QmpException the error reply
     * @throws QmpClientException if there is none
     */
    JsonNode outcome(Deadline deadline) {
        return outcome(unanswered(), deadline);
    }

    /** Takes the reply. */
    void answer(JsonNode reply) {
        JsonNode error = reply.get("error");
        settle(reply.get("return"), error == null ? null : refusal(error));
    }

    /** Fails without a reply. */
    void fail(QmpClientException why) {
        settle(null, why);
    }

    /** Lets the call fail when so much time has passed; zero is never. */
    PendingCall failAfter(Duration limit) {
        patience = limit;
        if (!limit.isZero()) {
            orTimeout(Deadline.in(limit).leftNanos(), TimeUnit.NANOSECONDS);
        }
        return this;
    }

    /** A time-out gets words that say of what. */
    @Override
    public boolean completeExceptionally(Throwable failure) {
        return super.completeExceptionally(
                failure instanceof TimeoutException
                        ? QmpClientException.late(unanswered(), patience)
                        : failure);
    }

    private String unanswered() {
        return "No answer to '" + command + "'";
    }

    private QmpException refusal(JsonNode error) {
        return QmpException.ofCommand(
                command,
                QmpErrorClass.ofWireName(error.path("class").asString("")),
                error.path("desc").asString(""));
    }
}
