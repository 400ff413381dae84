package dev.quarry.block.export;

import dev.quarry.block.BlockException;
import dev.quarry.block.BlockGraph;
import dev.quarry.block.Hurry;
import dev.quarry.block.MainLoop;
import dev.quarry.block.MainLoopOnly;
import dev.quarry.nbd.NbdExport;
import dev.quarry.nbd.NbdExports;
import dev.quarry.nbd.NbdServer;
import dev.quarry.posix.Errno;
import dev.quarry.posix.PassedSocket;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The exports of a graph and the one NBD server that offers them.
 *
 * <p>Methods may be called from any thread but the main loop. Each change is a short step there;
 * what waits is done between two steps on the caller's thread. The graph's listener is told of a
 * removed export before the method that removed it returns.
 */
public final class BlockExports implements AutoCloseable {
    /** How long a removal that refuses clients waits for those that are hanging up. */
    private static final Duration GRACE = Duration.ofMillis(250);

    private final BlockGraph graph;
    private final MainLoop loop;
    private final NbdExports served = new Served();

    /** Main loop only. */
    private ServerState state = ServerState.STOPPED;

    /** Main loop only. */
    private boolean holdingBack;

    private volatile @Nullable NbdServer server;

    /** Written by the main loop, the oldest first; each list is immutable. */
    private volatile List<BlockExport> exports = List.of();

    private enum ServerState {
        STOPPED,
        STARTING,
        RUNNING,
        STOPPING
    }

    /** No exports, no server. */
    public BlockExports(BlockGraph graph) {
        this.graph = graph;
        this.loop = graph.loop();
    }

    /**
     * Starts the NBD server.
     *
     * @throws BlockException if there is one, or the address cannot be listened at
     */
    public void startServer(NbdServerSettings settings) {
        loop.run(this::beginStart);
        ServerState next = ServerState.STOPPED;
        try {
            NbdServer listening = listen(settings);
            loop.run(() -> begin(listening));
            next = ServerState.RUNNING;
        } finally {
            setState(next);
        }
    }

    @MainLoopOnly
    private void begin(NbdServer listening) {
        MainLoop.assertCurrent();
        server = listening;
        if (!holdingBack) {
            listening.letIn();
        }
    }

    /**
     * From now on clients wait outside until {@link #letClientsIn}: for a start at which exports
     * follow the server, while clients may be waiting at a passed socket.
     */
    public void holdClientsBack() {
        loop.run(() -> holdingBack = true);
    }

    /** Lets clients in, those who wait and those to come. */
    public void letClientsIn() {
        loop.run(() -> {
            NbdServer listening = server;
            if (holdingBack && listening != null) {
                listening.letIn();
            }
            holdingBack = false;
        });
    }

    private void beginStart() {
        MainLoop.assertCurrent();
        if (state != ServerState.STOPPED) {
            throw BlockException.of(
                    Errno.EBUSY, "The NBD server runs already: stop it with nbd-server-stop first");
        }
        state = ServerState.STARTING;
    }

    private NbdServer listen(NbdServerSettings settings) {
        int clients = (int) Math.min(settings.maxConnections(), Integer.MAX_VALUE);
        try {
            return switch (settings.place()) {
                case NbdServerSettings.Address(SocketAddress address) ->
                        NbdServer.listen(address, served, clients, settings.handshakeLimit());
                case NbdServerSettings.Passed(int descriptor) ->
                        NbdServer.takeOver(
                                PassedSocket.take(descriptor),
                                served,
                                clients,
                                settings.handshakeLimit());
            };
        } catch (IOException e) {
            throw BlockException.of(
                    Errno.EADDRINUSE,
                    "Cannot listen at '" + settings.place() + "': " + e.getMessage(),
                    e);
        }
    }

    /** Where the NBD server listens, with the port it was given; null without one. */
    public @Nullable SocketAddress serverAddress() {
        NbdServer running = server;
        return running == null ? null : running.address();
    }

    /**
     * Stops the NBD server and removes all its exports, cutting off their clients.
     *
     * @throws BlockException if there is none
     */
    public void stopServer() {
        NbdServer running = loop.call(this::beginStop);
        try {
            closeServer(running);
            for (BlockExport export : loop.call(this::takeAll)) {
                finish(export);
            }
        } finally {
            server = null;
            setState(ServerState.STOPPED);
        }
    }

    /** Cuts all clients off and waits for what they have under way, not without limit. */
    private void closeServer(NbdServer running) {
        List<Hurry> hurries = exports.stream().map(BlockExport::hurry).toList();
        try {
            running.close();
        } finally {
            hurries.forEach(Hurry::close);
        }
    }

    private NbdServer beginStop() {
        MainLoop.assertCurrent();
        NbdServer running = server;
        if (running == null || state != ServerState.RUNNING) {
            throw noServer();
        }
        state = ServerState.STOPPING;
        return running;
    }

    private void setState(ServerState next) {
        loop.run(() -> state = next);
    }

    private static BlockException noServer() {
        return BlockException.of(
                Errno.EINVAL, "The NBD server does not run: start it with nbd-server-start");
    }

    /**
     * Offers a node.
     *
     * @throws BlockException naming the parameter that cannot be met; nothing is left behind
     */
    public void add(ExportDefinition definition) {
        definition.requireWellFormed();
        loop.run(() -> addNow(definition));
    }

    @MainLoopOnly
    private void addNow(ExportDefinition definition) {
        MainLoop.assertCurrent();
        if (state != ServerState.RUNNING) {
            throw noServer();
        }
        requireUnused(definition);
        List<BlockExport> more = new ArrayList<>(exports);
        more.add(BlockExport.open(definition, graph.node(definition.nodeName())));
        exports = List.copyOf(more);
    }

    private void requireUnused(ExportDefinition definition) {
        for (BlockExport export : exports) {
            if (export.id().equals(definition.id())) {
                throw taken("id", definition.id());
            }
            if (export.served().name().equals(definition.exportName())) {
                throw taken("name", definition.exportName());
            }
        }
    }

    private static BlockException taken(String parameter, String value) {
        return BlockException.of(
                Errno.EEXIST,
                "Invalid parameter '" + parameter + "': another export has '" + value + "'");
    }

    /**
     * Removes an export; when this returns, its node is free.
     *
     * @param hard cut off clients after the requests they have under way
     * @throws BlockException if there is none, or without {@code hard} if a client uses it
     */
    public void remove(String id, boolean hard) {
        if (!hard) {
            awaitLeavingClients(loop.call(() -> find(id)));
        }
        BlockExport export = loop.call(() -> take(id, hard));
        finish(export);
    }

    private static void awaitLeavingClients(BlockExport export) {
        try {
            export.served().awaitUnused(GRACE);
        } catch (InterruptedException e) {
            throw BlockException.of(Errno.EINTR, "Interrupted while clients were to leave", e);
        }
    }

    @MainLoopOnly
    private BlockExport take(String id, boolean hard) {
        MainLoop.assertCurrent();
        BlockExport export = find(id);
        if (export.isShuttingDown()) {
            throw BlockException.of(Errno.EBUSY, "Export '" + id + "' is being removed already");
        }
        if (!hard && !export.served().closeIfUnused()) {
            throw BlockException.of(
                    Errno.EBUSY,
                    "Export '" + id + "' has clients: disconnect them, or use mode 'hard'");
        }
        export.setShuttingDown();
        return export;
    }

    private BlockExport find(String id) {
        for (BlockExport export : exports) {
            if (export.id().equals(id)) {
                return export;
            }
        }
        throw BlockException.of(Errno.ENOENT, "There is no export '" + id + "'");
    }

    @MainLoopOnly
    private List<BlockExport> takeAll() {
        MainLoop.assertCurrent();
        List<BlockExport> open = exports.stream().filter(e -> !e.isShuttingDown()).toList();
        open.forEach(BlockExport::setShuttingDown);
        return open;
    }

    private void finish(BlockExport export) {
        export.close();
        loop.run(() -> forget(export));
        graph.events().exportDeleted(export.id());
    }

    @MainLoopOnly
    private void forget(BlockExport export) {
        MainLoop.assertCurrent();
        exports = exports.stream().filter(e -> e != export).toList();
    }

    /** All exports, the newest first. */
    public List<ExportInfo> query() {
        return exports.reversed().stream().map(BlockExport::info).toList();
    }

    /** Stops the server if there is one. */
    @Override
    public void close() {
        if (loop.call(() -> state == ServerState.RUNNING)) {
            stopServer();
        }
    }

    /** What the server offers: the exports that are not being removed. */
    private final class Served implements NbdExports {
        @Override
        public @Nullable NbdExport find(String name) {
            for (NbdExport export : all()) {
                if (export.name().equals(name)) {
                    return export;
                }
            }
            return null;
        }

        @Override
        public List<NbdExport> all() {
            return exports.stream()
                    .filter(e -> !e.isShuttingDown())
                    .map(BlockExport::served)
                    .toList();
        }
    }
}
