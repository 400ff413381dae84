package dev.quarry.dist;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Writes to an export, some requests at a time, until the connection breaks. */
final class CrashWriter {
    private final CrashModel model;
    private final RandomRequests requests;

    CrashWriter(CrashModel model, Random random) {
        this.model = model;
        this.requests = new RandomRequests(random, model.size(), CrashModel.CELL, model::stamped);
    }

    /**
     * Starts to write on a thread of its own. The future ends with what broke the connection; it
     * fails when the server answers with an error.
     */
    CompletableFuture<IOException> start(Path socket) {
        return CompletableFuture.supplyAsync(
                () -> work(socket), task -> Thread.ofPlatform().start(task));
    }

    private IOException work(Path path) {
        try (var socket = NbdSocket.unix(path, "disk")) {
            while (true) {
                List<CrashTicket> sent = begin();
                List<NbdRequest> wire = sent.stream().map(CrashTicket::request).toList();
                socket.batch(wire, (at, error) -> take(sent.get(at), error));
            }
        } catch (IOException e) {
            return e;
        }
    }

    private List<CrashTicket> begin() {
        return requests.together(8).stream().map(model::begin).flatMap(Optional::stream).toList();
    }

    private void take(CrashTicket ticket, int error) {
        if (error != 0) {
            throw new AssertionError("NBD error " + error + " for " + ticket.request());
        }
        model.acknowledged(ticket);
    }
}
