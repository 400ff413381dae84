package dev.quarry.dist;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A daemon, ours or the peer, with an NBD server, in a folder of its own.
 *
 * @param socket of the NBD server
 */
record ServedDaemon(AutoCloseable daemon, MonitorClient monitor, Path socket)
        implements AutoCloseable {
    /** Starts one of a kind somewhere inside a folder. */
    interface Kind {
        ServedDaemon start(Path folder) throws IOException;
    }

    /** The target, in whose answers there is nothing that the peer's lack. */
    static ServedDaemon target(Path folder) throws IOException {
        Path place = Files.createTempDirectory(folder, "t");
        DaemonProcess daemon = DaemonProcess.start(place, Target.compat().toArray(String[]::new));
        return serve(daemon, daemon.monitor(), place);
    }

    static ServedDaemon peer(Path folder) throws IOException {
        Path place = Files.createTempDirectory(folder, "p");
        PeerDaemon daemon = PeerDaemon.start(place);
        return serve(daemon, daemon.monitor(), place);
    }

    private static ServedDaemon serve(AutoCloseable daemon, MonitorClient monitor, Path place) {
        Path socket = place.resolve("nbd.sock");
        monitor.execute(
                "nbd-server-start", "{'addr':{'type':'unix','data':{'path':'" + socket + "'}}}");
        return new ServedDaemon(daemon, monitor, socket);
    }

    @Override
    public void close() throws IOException {
        try {
            daemon.close();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    /**
     * One daemon for many tests that leave nothing in it; after one that fails the next has a new
     * one.
     */
    static final class Kept implements AutoCloseable {
        private @Nullable ServedDaemon daemon;

        /** A test's work with the daemon. */
        interface Work {
            void with(ServedDaemon daemon) throws IOException;
        }

        /** Does the work with the daemon that is kept, or with a new one. */
        void run(Kind kind, Path folder, Work work) throws IOException {
            ServedDaemon now = daemon == null ? kind.start(folder) : daemon;
            daemon = now;
            boolean held = false;
            try {
                work.with(now);
                held = true;
            } finally {
                if (!held) {
                    close();
                }
            }
        }

        @Override
        public void close() throws IOException {
            ServedDaemon ending = daemon;
            daemon = null;
            if (ending != null) {
                ending.close();
            }
        }
    }
}
