package dev.quarry.qmp.client;

import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The commands that have been sent and not been answered, by id, oldest first. Any thread. */
final class PendingCalls {
    private final Map<Long, CompletableFuture<JsonNode>> calls = new LinkedHashMap<>();
    private @Nullable QmpClientException end;

    /** Expects a reply. After {@link #failAll} the call fails at once. */
    void add(long id, CompletableFuture<JsonNode> call) {
        QmpClientException failure = addUnlessEnded(id, call);
        if (failure != null) {
            call.completeExceptionally(failure);
        }
    }

    private synchronized @Nullable QmpClientException addUnlessEnded(
            long id, CompletableFuture<JsonNode> call) {
        if (end == null) {
            calls.put(id, call);
        }
        return end;
    }

    /**
     * Gives a reply to the call it belongs to. An error without id is about input that the server
     * could not read at all; it goes to the oldest call.
     *
     * @throws QmpClientException if no call waits for it
     */
    void complete(JsonNode reply) {
        CompletableFuture<JsonNode> call = take(reply.get("id"));
        if (call == null) {
            throw new QmpClientException("The server answers what was not asked: " + reply);
        }
        JsonNode error = reply.get("error");
        if (error == null) {
            call.complete(reply.get("return"));
        } else {
            call.completeExceptionally(failure(error));
        }
    }

    /** Fails all calls, those to come included. */
    void failAll(QmpClientException failure) {
        drain(failure).forEach(call -> call.completeExceptionally(failure));
    }

    private synchronized List<CompletableFuture<JsonNode>> drain(QmpClientException failure) {
        if (end == null) {
            end = failure;
        }
        List<CompletableFuture<JsonNode>> all = new ArrayList<>(calls.values());
        calls.clear();
        return all;
    }

    private synchronized @Nullable CompletableFuture<JsonNode> take(@Nullable JsonNode id) {
        if (id != null) {
            return id.canConvertToLong() ? calls.remove(id.longValue()) : null;
        }
        return calls.isEmpty() ? null : calls.remove(calls.keySet().iterator().next());
    }

    private static QmpException failure(JsonNode error) {
        return new QmpException(
                QmpErrorClass.ofWireName(error.path("class").asString("")),
                error.path("desc").asString(""));
    }
}
