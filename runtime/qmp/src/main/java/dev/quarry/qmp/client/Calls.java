package dev.quarry.qmp.client;

import dev.quarry.qmp.codec.Encodable;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * One manner of calling.
 *
 * @param link to whatever connection there is
 * @param member {@code execute} or {@code exec-oob}
 * @param timeout zero for none
 */
record Calls(Link link, String member, Duration timeout) implements QmpCalls {
    private static final String IN_BAND = "execute";
    private static final String OUT_OF_BAND = "exec-oob";

    static Calls inBand(Link link, Duration timeout) {
        return new Calls(link, IN_BAND, timeout);
    }

    @Override
    public JsonNode execute(String command, @Nullable Encodable arguments) {
        Deadline deadline = Deadline.in(timeout);
        Session session = link.session(deadline);
        PendingCall call = session.send(member, command, arguments);
        session.await(call, deadline);
        return call.outcome(deadline);
    }

    @Override
    public CompletableFuture<JsonNode> executeAsync(String command, @Nullable Encodable arguments) {
        Session session = link.now();
        if (session == null) {
            return whenBack(command, arguments);
        }
        PendingCall call = session.send(member, command, arguments).failAfter(timeout);
        session.readInBackground();
        return call;
    }

    /** Cancelling the result gives the call up, sent or not. */
    private CompletableFuture<JsonNode> whenBack(String command, @Nullable Encodable arguments) {
        PendingCall result = new PendingCall(command).failAfter(timeout);
        link.whenBack((session, failure) -> {
            if (session == null) {
                result.settle(null, failure);
            } else if (!result.isDone()) {
                sendFor(result, session, command, arguments);
            }
        });
        return result;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // its outcome is passed on
    private void sendFor(
            PendingCall result, Session session, String command, @Nullable Encodable arguments) {
        try {
            session.send(member, command, arguments).whenComplete(result::settle);
            session.readInBackground();
        } catch (QmpClientException e) {
            result.fail(e);
        }
    }

    @Override
    public QmpCalls within(Duration longest) {
        return new Calls(link, member, longest);
    }

    @Override
    public QmpCalls outOfBand() {
        if (!link.session(Deadline.in(timeout)).outOfBand()) {
            throw new QmpClientException("Out-of-band execution is not negotiated");
        }
        return new Calls(link, OUT_OF_BAND, timeout);
    }
}
