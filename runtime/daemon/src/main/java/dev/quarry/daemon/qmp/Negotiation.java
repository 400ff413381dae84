package dev.quarry.daemon.qmp;

import dev.quarry.qapi.generated.QMPCapability;
import dev.quarry.qapi.generated.QmpCapabilitiesArguments;
import dev.quarry.qmp.codec.Command;
import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.JsonInput;

import java.util.List;
import java.util.Set;

/**
 * What a client and the server have agreed on. Written by the client's in-band commands, read by
 * everyone.
 */
final class Negotiation {
    /** The command that ends the negotiation. */
    static final String COMMAND = "qmp_capabilities";

    /** What the greeting offers. */
    static final List<String> OFFERED = List.of(QMPCapability.OOB.wireName());

    private final Command command = new Command(COMMAND, Set.of(), always -> true, this::agree);
    private volatile boolean done;
    private volatile boolean oob;

    boolean isDone() {
        return done;
    }

    boolean oobEnabled() {
        return oob;
    }

    /**
     * The command that switches on what the client asks for and ends the negotiation. Where it asks
     * for the impossible, nothing changes.
     */
    Command command() {
        return command;
    }

    private Encodable agree(JsonInput arguments) {
        List<QMPCapability> wanted = QmpCapabilitiesArguments.decode(arguments).enable();
        oob = wanted != null && wanted.contains(QMPCapability.OOB);
        done = true;
        return Encodable.EMPTY;
    }
}
