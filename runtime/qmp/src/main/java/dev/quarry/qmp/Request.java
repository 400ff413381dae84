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
    /**
     * Why a message that is not an object is none; a flood of them need not be parsed one by one.
     */
    public static final String NOT_AN_OBJECT = "A request must be a JSON object";

    private static final String EXECUTE = "execute";
    private static final String EXEC_OOB = "exec-oob";
    private static final String ARGUMENTS = "arguments";
    private static final String ID = "id";

    /**
     * Checks the shape of a message and takes it apart. Command names are not looked up here.
     *
     * @param message any JSON value
     * @param oobEnabled whether the client has negotiated {@code oob}
     * @throws QmpException if it is not a request
     */
    public static Request parse(JsonNode message, boolean oobEnabled) {
        if (!message.isObject()) {
            throw QmpException.generic(NOT_AN_OBJECT);
        }
        for (Map.Entry<String, JsonNode> member : message.properties()) {
            check(member.getKey(), member.getValue(), oobEnabled);
        }
        JsonNode inBand = message.get(EXECUTE);
        JsonNode oob = message.get(EXEC_OOB);
        if (inBand != null && oob != null) {
            throw QmpException.generic("A request has 'execute' or 'exec-oob', not both");
        }
        if (inBand == null && oob == null) {
            throw QmpException.generic("The request lacks the member 'execute'");
        }
        String command = inBand != null ? inBand.stringValue() : oob.stringValue();
        JsonNode arguments = message.get(ARGUMENTS);
        return new Request(
                command,
                oob != null,
                arguments == null ? JsonNodeFactory.instance.objectNode() : arguments);
    }

    /** The message's {@code id}, to be echoed; null if there is none. */
    public static @Nullable JsonNode id(JsonNode message) {
        return message.isObject() ? message.get(ID) : null;
    }

    /** Whether a message asks to overtake the ones before it. It may still be wrong otherwise. */
    public static boolean asksOutOfBand(JsonNode message) {
        return message.isObject() && message.has(EXEC_OOB) && !message.has(EXECUTE);
    }

    private static void check(String name, JsonNode value, boolean oobEnabled) {
        switch (name) {
            case EXECUTE -> requireString(name, value);
            case ARGUMENTS -> requireObject(name, value);
            case ID -> {}
            case EXEC_OOB -> {
                if (!oobEnabled) {
                    throw unexpected(name);
                }
                requireString(name, value);
            }
            default -> throw unexpected(name);
        }
    }

    private static void requireString(String name, JsonNode value) {
        if (!value.isString()) {
            throw QmpException.generic("The request's member '" + name + "' must be a string");
        }
    }

    private static void requireObject(String name, JsonNode value) {
        if (!value.isObject()) {
            throw QmpException.generic("The request's member '" + name + "' must be an object");
        }
    }

    private static QmpException unexpected(String name) {
        return QmpException.generic("The request's member '" + name + "' is not expected");
    }
}
