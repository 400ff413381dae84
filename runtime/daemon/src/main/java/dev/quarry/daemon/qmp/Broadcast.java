package dev.quarry.daemon.qmp;

import dev.quarry.qmp.QmpJson;
import dev.quarry.qmp.QmpMessages;
import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.QapiEvent;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/** One event on its way to every monitor, encoded at most once a layout. Not thread safe. */
final class Broadcast {
    private final Encodable message;
    private byte @Nullable [] compact;
    private byte @Nullable [] pretty;

    Broadcast(QapiEvent event, Instant at) {
        this.message = QmpMessages.event(event, at);
    }

    byte[] bytes(boolean indented) {
        return indented ? pretty() : compact();
    }

    private byte[] compact() {
        byte[] bytes = compact;
        if (bytes == null) {
            bytes = QmpJson.message(false, message);
            compact = bytes;
        }
        return bytes;
    }

    private byte[] pretty() {
        byte[] bytes = pretty;
        if (bytes == null) {
            bytes = QmpJson.message(true, message);
            pretty = bytes;
        }
        return bytes;
    }
}
