package dev.quarry.qmp;

import dev.quarry.qmp.codec.QmpException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.Map;

/**
 * What a client asks for, its shape checked.
 *
 * @param command the command's name, known or not
 * @param outOfBand whether it was sent with {@code exec-oob}
 * @param arguments an object, empty where none was sent
 */
public record Request(String command, boolean outOfBand, JsonNode arguments) {
    /** Why a message that is not an object is none. */
    public static final String NOT_AN_OBJECT = "A request must be a JSON object";

    /** Why an object that asks for nothing is no request. */
    public static final String NO_COMMAND = "The request lacks the member 'execute'";

    private static final String EXECUTE = "execute";
    private static final String EXEC_OOB = "exec-oob";
    private static final String ARGUMENTS = "arguments";
    private static final String ID = "id";

    /**
     * Checks the shape of a message and takes it apart. Command names are not looked up here.
     *
     * @param message any JSON value
     * @param oobEnabled whether the client has negotiated {@code oob}
     * @throws QmpException if it is not a request, for the reason that {@link #problem} tells
     */
    public static Request parse(JsonNode message, boolean oobEnabled) {
        String problem = problem(message, oobEnabled);
        if (problem != null) {
            throw QmpException.generic(problem);
        }
        return of(message);
    }

    /** Takes a message apart that has no {@link #problem}. */
    public static Request of(JsonNode message) {
        JsonNode inBand = message.get(EXECUTE);
        JsonNode arguments = message.get(ARGUMENTS);
        return new Request(
                (inBand != null ? inBand : message.get(EXEC_OOB)).stringValue(),
                inBand == null,
                arguments == null ? JsonNodeFactory.instance.objectNode() : arguments);
    }

    /** Why a message is not a request, in one line for people; null if it is one. */
    public static @Nullable String problem(JsonNode message, boolean oobEnabled) {
        if (!message.isObject()) {
            return NOT_AN_OBJECT;
        }
        for (Map.Entry<String, JsonNode> member : message.properties()) {
            String problem = problem(member.getKey(), member.getValue(), oobEnabled);
            if (problem != null) {
                return problem;
            }
        }
        boolean inBand = message.has(EXECUTE);
        boolean outOfBand = message.has(EXEC_OOB);
        if (inBand && outOfBand) {
            return "A request has 'execute' or 'exec-oob', not both";
        }
        return inBand || outOfBand ? null : NO_COMMAND;
    }

    /** The message's {@code id}, to be echoed; null if there is none. */
    public static @Nullable JsonNode id(JsonNode message) {
        return message.isObject() ? message.get(ID) : null;
    }

    /** Whether a message asks to overtake the ones before it. It may still be wrong otherwise. */
    public static boolean asksOutOfBand(JsonNode message) {
        return message.isObject() && message.has(EXEC_OOB) && !message.has(EXECUTE);
    }

    private static @Nullable String problem(String name, JsonNode value, boolean oobEnabled) {
        return switch (name) {
            case EXECUTE -> value.isString() ? null : mistyped(name, "a string");
            case ARGUMENTS -> value.isObject() ? null : mistyped(name, "an object");
            case ID -> null;
            case EXEC_OOB -> oobEnabled && value.isString() ? null : outOfBand(oobEnabled);
            default -> unexpected(name);
        };
    }

    private static String outOfBand(boolean enabled) {
        return enabled ? mistyped(EXEC_OOB, "a string") : unexpected(EXEC_OOB);
    }

    private static String mistyped(String name, String expected) {
        return "The request's member '" + name + "' must be " + expected;
    }

    private static String unexpected(String name) {
        return "The request's member '" + name + "' is not expected";
    }
}
