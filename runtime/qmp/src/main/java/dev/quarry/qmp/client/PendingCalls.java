package dev.quarry.qmp.client;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The commands that have been sent and not been answered, by id, oldest first. One that has timed
 * out or been cancelled stays until its reply has come, so that the reply finds nobody else. Any
 * thread.
 */
final class PendingCalls {
    private final Map<Long, PendingCall> calls = new LinkedHashMap<>();
    private @Nullable QmpClientException end;

    /** Expects a reply. After {@link #failAll} the call fails at once. */
    void add(long id, PendingCall call) {
        QmpClientException failure = addUnlessEnded(id, call);
        if (failure != null) {
            call.fail(failure);
        }
    }

    /** True when no reply is expected. */
    synchronized boolean isEmpty() {
        return calls.isEmpty();
    }

    /**
     * Gives a reply to the call it belongs to. An error without id is about input that the server
     * could not read at all; it goes to the oldest call.
     *
     * @throws QmpClientException if no call waits for it
     */
    void answer(JsonNode reply) {
        PendingCall call = take(reply);
        if (call == null) {
            throw new QmpClientException("The server answers what was not asked: " + reply);
        }
        call.answer(reply);
    }

    /** Fails all calls, those to come included. */
    void failAll(QmpClientException failure) {
        drain(failure).forEach(call -> call.fail(failure));
    }

    private synchronized @Nullable QmpClientException addUnlessEnded(long id, PendingCall call) {
        if (end == null) {
            calls.put(id, call);
        }
        return end;
    }

    private synchronized List<PendingCall> drain(QmpClientException failure) {
        if (end == null) {
            end = failure;
        }
        List<PendingCall> all = new ArrayList<>(calls.values());
        calls.clear();
        return all;
    }

    private synchronized @Nullable PendingCall take(JsonNode reply) {
        JsonNode id = reply.get("id");
        if (id != null) {
            return id.canConvertToLong() ? calls.remove(id.longValue()) : null;
        }
        boolean oldest = reply.has("error") && !calls.isEmpty();
        return oldest ? calls.remove(calls.keySet().iterator().next()) : null;
    }
}
