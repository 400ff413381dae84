package dev.quarry.daemon.qmp;

import dev.quarry.qmp.JsonFramer.Frame;
import dev.quarry.qmp.JsonFramer.Malformed;
import dev.quarry.qmp.JsonFramer.Value;
import dev.quarry.qmp.Request;
import dev.quarry.qmp.codec.Command;
import dev.quarry.qmp.codec.Conditions;
import dev.quarry.qmp.codec.JsonInput;
import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * From a message to the bytes of its reply: the one place that catches. Whatever a handler throws,
 * the client gets exactly one reply and the process lives.
 *
 * <p>Immutable; any thread.
 */
public final class QmpDispatcher {
    private static final System.Logger LOG = System.getLogger(QmpDispatcher.class.getName());
    private static final Malformed NOT_AN_OBJECT = new Malformed(Request.NOT_AN_OBJECT);
    private static final Malformed EMPTY = new Malformed(Request.NO_COMMAND);
    private static final int LONGEST_NAME = 64;
    private static final String EARLY =
            "Capabilities have to be negotiated with '" + Negotiation.COMMAND + "' first";

    private final Map<String, Command> commands;
    private final Conditions conditions;
    private final Set<String> quick;
    private final Function<RuntimeException, @Nullable QmpException> translation;

    /** As the other constructor, where handlers throw {@link QmpException} alone and may wait. */
    public QmpDispatcher(List<Command> commands, Conditions conditions) {
        this(commands, conditions, Set.of(), failure -> null);
    }

    /**
     * Creates a dispatcher for a set of commands.
     *
     * @param commands all there are; those that do not exist under the conditions are left out
     * @param conditions what the decoders are told
     * @param quick names of commands that wait for nothing, neither a disk nor another thread's
     *     work: they run where they are read, even on an event loop
     * @param translation turns an exception of the layers below into an error reply; null for an
     *     exception that nobody expects
     */
    public QmpDispatcher(
            List<Command> commands,
            Conditions conditions,
            Set<String> quick,
            Function<RuntimeException, @Nullable QmpException> translation) {
        Map<String, Command> existing = new LinkedHashMap<>();
        for (Command command : commands) {
            if (command.exists(conditions)) {
                existing.put(command.name(), command);
            }
        }
        this.commands = existing;
        this.conditions = conditions;
        this.quick = Set.copyOf(quick);
        this.translation = translation;
    }

    /** The names of the commands that can be called. */
    public List<String> commandNames() {
        return List.copyOf(commands.keySet());
    }

    /**
     * What a message comes to, now that all before it are through, or out-of-band execution is
     * enabled. Waits for nothing.
     */
    Task task(Frame frame, Negotiation negotiation, SessionOptions options) {
        Replies replies = Replies.layout(options.pretty());
        return switch (frame) {
            case Malformed bad -> new Task.Refusal(replies.toGarbage(bad), false);
            case Value good when !good.value().isObject() ->
                    new Task.Refusal(replies.toGarbage(NOT_AN_OBJECT), false);
            case Value good when good.value().isEmpty() ->
                    new Task.Refusal(replies.toGarbage(EMPTY), false);
            case Value good -> task(new Message(good.value(), replies), negotiation, options);
        };
    }

    private Task task(Message message, Negotiation negotiation, SessionOptions options) {
        boolean oob = negotiation.oobEnabled();
        String problem = Request.problem(message.json, oob);
        if (problem != null) {
            return message.refused(oob, QmpErrorClass.GENERIC_ERROR, problem);
        }
        Request request = Request.of(message.json);
        Command command = find(request.command(), negotiation);
        if (command == null) {
            String why = negotiation.isDone() ? unknown(request.command()) : EARLY;
            return message.refused(oob, QmpErrorClass.COMMAND_NOT_FOUND, why);
        }
        String obstacle = obstacle(request, command, options.role());
        if (obstacle != null) {
            return message.refused(oob, QmpErrorClass.GENERIC_ERROR, obstacle);
        }
        JsonInput arguments = JsonInput.strict(request.arguments(), conditions);
        return new Task.Call(
                command, arguments, message.id(), message.overtakes(oob), isQuick(command));
    }

    /** An object that a client sent. */
    private record Message(JsonNode json, Replies replies) {
        @Nullable JsonNode id() {
            return Request.id(json);
        }

        boolean overtakes(boolean oobEnabled) {
            return oobEnabled && Request.asksOutOfBand(json);
        }

        Task refused(boolean oobEnabled, QmpErrorClass errorClass, String why) {
            return new Task.Refusal(replies.failure(errorClass, why, id()), overtakes(oobEnabled));
        }
    }

    private @Nullable Command find(String name, Negotiation negotiation) {
        boolean negotiating = name.equals(Negotiation.COMMAND);
        if (negotiation.isDone()) {
            return negotiating ? null : commands.get(name);
        }
        return negotiating ? negotiation.command() : null;
    }

    private static @Nullable String obstacle(Request request, Command command, Role role) {
        if (request.outOfBand() && !command.allowOob()) {
            return "The command '" + command.name() + "' cannot run out of band";
        }
        return role.allows(command.name())
                ? null
                : "This monitor is read-only, and '" + command.name() + "' is no query";
    }

    private boolean isQuick(Command command) {
        return quick.contains(command.name()) || command.name().equals(Negotiation.COMMAND);
    }

    private static String unknown(String name) {
        boolean fits = name.length() <= LONGEST_NAME;
        return "There is no command '"
                + (fits ? name : name.substring(0, LONGEST_NAME) + "...")
                + "'";
    }

    /** Runs a command and gives the whole reply. Blocks as long as the command does. */
    byte[] answer(Task.Call call, SessionOptions options) {
        Replies replies = Replies.layout(options.pretty());
        try {
            return replies.success(call.command().invoke(call.arguments()), call.id());
        } catch (Throwable failure) { // the process must live, and every request has one reply
            return replies.failure(explain(failure, call.command().name()), call.id());
        }
    }

    private QmpException explain(Throwable failure, String command) {
        if (failure instanceof QmpException expected) {
            return expected;
        }
        QmpException known =
                failure instanceof RuntimeException runtime ? translation.apply(runtime) : null;
        if (known != null) {
            return known;
        }
        // the name alone: arguments may hold secrets
        LOG.log(System.Logger.Level.ERROR, "A command failed unexpectedly: " + command, failure);
        return QmpException.generic("Internal error, the log has the details: " + failure);
    }
}
