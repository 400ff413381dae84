package dev.quarry.daemon.qmp;

import dev.quarry.qmp.JsonFramer.Malformed;
import dev.quarry.qmp.QmpJson;
import dev.quarry.qmp.QmpMessages;
import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The bytes of replies in one layout. Replies to garbage are kept, since it comes in floods: there
 * are a few hundred kinds, none of which holds anything of the input but a byte. Any thread.
 */
final class Replies {
    private static final Replies COMPACT = new Replies(false);
    private static final Replies PRETTY = new Replies(true);

    private final boolean pretty;
    private final Map<Malformed, byte[]> toGarbage = new ConcurrentHashMap<>();

    private Replies(boolean pretty) {
        this.pretty = pretty;
    }

    static Replies layout(boolean pretty) {
        return pretty ? PRETTY : COMPACT;
    }

    /** To what is not JSON. Not to be changed. */
    byte[] toGarbage(Malformed bad) {
        return toGarbage.computeIfAbsent(bad, this::garbage);
    }

    byte[] failure(QmpException failure, @Nullable JsonNode id) {
        return failure(failure.errorClass(), failure.description(), id);
    }

    byte[] failure(QmpErrorClass errorClass, String description, @Nullable JsonNode id) {
        return QmpJson.message(pretty, QmpMessages.failure(errorClass, description, id));
    }

    byte[] success(Encodable value, @Nullable JsonNode id) {
        return QmpJson.message(pretty, QmpMessages.success(value, id));
    }

    private byte[] garbage(Malformed bad) {
        return failure(QmpErrorClass.GENERIC_ERROR, bad.description(), null);
    }
}
