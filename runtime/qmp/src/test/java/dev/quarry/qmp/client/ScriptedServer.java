package dev.quarry.qmp.client;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A server that does what a test's scripts say, byte by byte; each is for one client. */
final class ScriptedServer {
    static final String GREETING =
            "{\"QMP\": {\"version\": {\"qemu\": {\"micro\": 1, \"minor\": 2, \"major\": 9},"
                    + " \"package\": \"fake\"}, \"capabilities\": [\"oob\"]}}\r\n";

    /** What to do with a client. */
    interface Script {
        void run(Peer peer) throws IOException;
    }

    private final ServerSocketChannel listener;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    ScriptedServer(Path socket, Script... scripts) throws IOException {
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket));
        Thread thread = new Thread(() -> serve(scripts), "scripted-server");
        thread.start();
    }

    private void serve(Script... scripts) {
        try {
            for (Script script : scripts) {
                serve(script);
            }
            done.complete(null);
        } catch (IOException | RuntimeException | AssertionError e) {
            done.completeExceptionally(e);
        }
    }

    private void serve(Script script) throws IOException {
        try (SocketChannel client = listener.accept()) {
            script.run(new Peer(client));
        }
    }

    /** Ends the server, and fails if its script has failed. */
    void end() throws Exception {
        listener.close();
        done.get(20, TimeUnit.SECONDS);
    }

    /** The client as the script sees it. */
    static final class Peer {
        private final SocketChannel client;
        private final ByteBuffer octet = ByteBuffer.allocate(1);

        Peer(SocketChannel client) {
            this.client = client;
        }

        void greetAndNegotiate() throws IOException {
            send(GREETING);
            line();
            send("{\"return\": {}, \"id\": 1}\r\n");
        }

        /** Takes a command and answers it with a value. */
        void answer(String value) throws IOException {
            String line = line();
            String id = line.replaceFirst(".*\"id\": ([0-9]+)}", "$1");
            send("{\"return\": " + value + ", \"id\": " + id + "}\r\n");
        }

        /** Sends an event with a number as its data. */
        void event(String name, int number) throws IOException {
            send(
                    "{\"timestamp\": {\"seconds\": 5, \"microseconds\": 7}, \"event\": \""
                            + name
                            + "\", \"data\": {\"n\": "
                            + number
                            + "}}\r\n");
        }

        void send(String text) throws IOException {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                client.write(bytes);
            }
        }

        /** One line of the client's, without its end; empty at the end of the stream. */
        String line() throws IOException {
            StringBuilder line = new StringBuilder();
            while (read() && octet.get(0) != '\n') {
                line.append((char) octet.get(0));
            }
            return line.toString().stripTrailing();
        }

        private boolean read() throws IOException {
            octet.clear();
            return client.read(octet) == 1;
        }
    }
}
