package dev.quarry.daemon.qmp;

import dev.quarry.qapi.generated.QMPCapability;
import dev.quarry.qapi.generated.QmpCapabilitiesArguments;
import dev.quarry.qmp.codec.JsonInput;

import java.util.List;

/**
 * What a client and the server have agreed on. Written by the client's in-band commands, read by
 * everyone.
 */
final class Negotiation {
    /** The command that ends the negotiation. */
    static final String COMMAND = "qmp_capabilities";

    /** What the greeting offers. */
    static final List<String> OFFERED = List.of(QMPCapability.OOB.wireName());

    private volatile boolean done;
    private volatile boolean oob;

    boolean isDone() {
        return done;
    }

    boolean oobEnabled() {
        return oob;
    }

    /**
     * Switches on what the client asks for and ends the negotiation.
     *
     * @throws dev.quarry.qmp.codec.QmpException if it asks for the impossible; nothing has changed
     *     then
     */
    void agree(JsonInput arguments) {
        List<QMPCapability> wanted = QmpCapabilitiesArguments.decode(arguments).enable();
        oob = wanted != null && wanted.contains(QMPCapability.OOB);
        done = true;
    }
}
