package dev.quarry.daemon.qmp;

import dev.quarry.qmp.JsonFramer.Malformed;
import dev.quarry.qmp.QmpJson;
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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * From a message to the bytes of its reply: the one place that catches. Whatever a handler throws,
 * the client gets exactly one reply and the process lives.
 *
 * <p>Immutable; any thread.
 */
public final class QmpDispatcher {
    private static final System.Logger LOG = System.getLogger(QmpDispatcher.class.getName());

    private final Map<String, Command> commands;
    private final Conditions conditions;
    private final Function<RuntimeException, @Nullable QmpException> translation;

    /** As the other constructor, where handlers throw {@link QmpException} alone. */
    public QmpDispatcher(List<Command> commands, Conditions conditions) {
        this(commands, conditions, failure -> null);
    }

    /**
     * Creates a dispatcher for a set of commands.
     *
     * @param commands all there are; those that do not exist under the conditions are left out
     * @param conditions what the decoders are told
     * @param translation turns an exception of the layers below into an error reply; null for an
     *     exception that nobody expects
     */
    public QmpDispatcher(
            List<Command> commands,
            Conditions conditions,
            Function<RuntimeException, @Nullable QmpException> translation) {
        Map<String, Command> existing = new LinkedHashMap<>();
        for (Command command : commands) {
            if (command.exists(conditions)) {
                existing.put(command.name(), command);
            }
        }
        this.commands = existing;
        this.conditions = conditions;
        this.translation = translation;
    }

    /** The names of the commands that can be called. */
    public List<String> commandNames() {
        return List.copyOf(commands.keySet());
    }

    /** The reply to what is not JSON. */
    static byte[] refuse(Malformed bad, boolean pretty) {
        return error(QmpErrorClass.GENERIC_ERROR, bad.description(), null, pretty);
    }

    /**
     * Runs what a message asks for and gives the whole reply. Blocks as long as the command does.
     */
    byte[] answer(JsonNode message, Negotiation negotiation, boolean pretty) {
        JsonNode id = Request.id(message);
        try {
            Request request = Request.parse(message, negotiation.oobEnabled());
            Encodable value = run(request, negotiation);
            return QmpJson.message(pretty, QmpMessages.success(value, id));
        } catch (Throwable failure) { // the process must live, and every request has one reply
            QmpException told = explain(failure, message);
            return error(told.errorClass(), told.description(), id, pretty);
        }
    }

    private Encodable run(Request request, Negotiation negotiation) {
        JsonInput arguments = JsonInput.strict(request.arguments(), conditions);
        if (negotiation.isDone()) {
            return find(request).invoke(arguments);
        }
        if (!request.command().equals(Negotiation.COMMAND)) {
            throw notFound(
                    "Capabilities have to be negotiated with '" + Negotiation.COMMAND + "' first");
        }
        negotiation.agree(arguments);
        return Encodable.EMPTY;
    }

    private Command find(Request request) {
        String name = request.command();
        Command command = name.equals(Negotiation.COMMAND) ? null : commands.get(name);
        if (command == null) {
            throw notFound("There is no command '" + name + "'");
        }
        if (request.outOfBand() && !command.allowOob()) {
            throw QmpException.generic("The command '" + name + "' cannot run out of band");
        }
        return command;
    }

    private QmpException explain(Throwable failure, JsonNode message) {
        if (failure instanceof QmpException expected) {
            return expected;
        }
        QmpException known =
                failure instanceof RuntimeException runtime ? translation.apply(runtime) : null;
        if (known != null) {
            return known;
        }
        LOG.log(
                System.Logger.Level.ERROR,
                "A command failed unexpectedly: " + name(message),
                failure);
        return QmpException.generic("Internal error, the log has the details: " + failure);
    }

    /** The command's name alone: arguments may hold secrets. */
    private static String name(JsonNode message) {
        return String.valueOf(message.get(message.has("execute") ? "execute" : "exec-oob"));
    }

    private static QmpException notFound(String description) {
        return new QmpException(QmpErrorClass.COMMAND_NOT_FOUND, description);
    }

    private static byte[] error(
            QmpErrorClass errorClass, String description, @Nullable JsonNode id, boolean pretty) {
        return QmpJson.message(pretty, QmpMessages.failure(errorClass, description, id));
    }
}
