package dev.quarry.qmp.codec;

import java.util.Set;
import java.util.function.Predicate;

/**
 * One command a server offers: its name, its flags, when it exists, and the handler's method behind
 * generated decoding and encoding.
 *
 * @param name the name on the wire
 * @param flags the flags the schema gives it
 * @param condition whether the command exists under the conditions that hold
 * @param handler decodes the arguments, calls the handler's method, wraps what it returns
 */
public record Command(
        String name, Set<Flag> flags, Predicate<Conditions> condition, Handler handler) {

    /** What the schema says of a command beside its types. */
    public enum Flag {
        /** May be executed out of band. */
        ALLOW_OOB,
        /** May run before a machine is configured. */
        ALLOW_PRECONFIG,
        /** Sends no reply where it succeeds. */
        NO_SUCCESS_RESPONSE
    }

    /** Decode, call, wrap. */
    @FunctionalInterface
    public interface Handler {
        Encodable handle(JsonInput arguments);
    }

    public Command {
        flags = Set.copyOf(flags);
    }

    public boolean allowOob() {
        return flags.contains(Flag.ALLOW_OOB);
    }

    public boolean allowPreconfig() {
        return flags.contains(Flag.ALLOW_PRECONFIG);
    }

    public boolean successResponse() {
        return !flags.contains(Flag.NO_SUCCESS_RESPONSE);
    }

    /** Whether the command exists for a peer under these conditions. */
    public boolean exists(Conditions conditions) {
        return condition.test(conditions);
    }

    /**
     * Runs the command.
     *
     * @param arguments the {@code arguments} object, an empty one where the request had none
     * @return the value of the reply's {@code return} member
     * @throws QmpException wrong arguments, or the command failed
     */
    public Encodable invoke(JsonInput arguments) {
        return handler.handle(arguments);
    }
}
