package dev.quarry.qmp.junit;

import dev.quarry.qmp.QmpMessages;
import dev.quarry.qmp.Request;
import dev.quarry.qmp.codec.Command;
import dev.quarry.qmp.codec.Conditions;
import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.JsonInput;
import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** What a client's commands do, by the script; and first of all the negotiation. */
final class Conversation {
    private static final String NEGOTIATE = "qmp_capabilities";
    private static final String OOB = "oob";

    private final Script script;
    private final FakeServer server;
    private final FakeClient client;
    private volatile boolean negotiated;
    private volatile boolean outOfBand;

    Conversation(Script script, FakeServer server, FakeClient client) {
        this.script = script;
        this.server = server;
        this.client = client;
    }

    boolean isNegotiated() {
        return negotiated;
    }

    /** Whether a message is to be answered before those that wait. */
    boolean overtakes(JsonNode message) {
        return outOfBand && Request.asksOutOfBand(message);
    }

    /**
     * Runs a command and sends what the script says.
     *
     * @throws QmpException if it is to be refused
     */
    void carryOut(JsonNode message, @Nullable JsonNode id) {
        Request request = Request.parse(message, outOfBand);
        if (!negotiated) {
            negotiate(request, id);
            return;
        }
        Expectation expectation = script.receive(request);
        if (expectation == null) {
            reply(handled(request), id);
        } else {
            follow(expectation, id);
        }
    }

    private void negotiate(Request request, @Nullable JsonNode id) {
        if (!request.command().equals(NEGOTIATE)) {
            throw notFound("Capabilities have to be negotiated first, by '" + NEGOTIATE + "'");
        }
        List<String> wanted =
                request.arguments().path("enable").valueStream().map(JsonNode::asString).toList();
        if (!server.offered().containsAll(wanted)) {
            throw QmpException.generic("Not among the capabilities offered: " + wanted);
        }
        client.send(
                QmpMessages.success(Encodable.EMPTY, id),
                () -> {
                    outOfBand = wanted.contains(OOB);
                    negotiated = true;
                });
        server.negotiated();
    }

    private Encodable handled(Request request) {
        Command command = script.handler(request.command());
        if (command == null) {
            throw notFound("The test does not expect the command '" + request.command() + "'");
        }
        if (request.outOfBand() && !command.allowOob()) {
            throw QmpException.generic("Not out of band: '" + request.command() + "'");
        }
        return command.invoke(JsonInput.strict(request.arguments(), Conditions.all()));
    }

    private void follow(Expectation expectation, @Nullable JsonNode id) {
        pause(expectation.delay());
        expectation.events().forEach(server::emit);
        switch (expectation.outcome()) {
            case ANSWER -> reply(expectation.answer(), id);
            case HANG_UP -> client.hangUp();
            case SILENCE -> {}
        }
    }

    private void reply(Encodable value, @Nullable JsonNode id) {
        client.send(QmpMessages.success(value, id), () -> {});
    }

    private void pause(Duration pause) {
        long end = System.nanoTime() + pause.toNanos();
        while (server.isOpen() && System.nanoTime() < end) {
            LockSupport.parkNanos(this, Math.min(end - System.nanoTime(), 10_000_000));
        }
    }

    private static QmpException notFound(String description) {
        return new QmpException(QmpErrorClass.COMMAND_NOT_FOUND, description);
    }
}
