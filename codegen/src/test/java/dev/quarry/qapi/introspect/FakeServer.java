package dev.quarry.qapi.introspect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A server that sends a fixed text to each client, whatever the client says. */
final class FakeServer implements AutoCloseable {
    private final ServerSocketChannel listening;
    private final byte[] text;
    private final boolean closes;
    private final Thread thread = new Thread(this::serve, "fake-server");

    private FakeServer(ServerSocketChannel listening, String text, boolean closes) {
        this.listening = listening;
        this.text = text.getBytes(StandardCharsets.UTF_8);
        this.closes = closes;
        thread.start();
    }

    /**
     * Listens on a unix socket.
     *
     * @param closes whether the connection ends after the text, and not when the client ends it
     */
    static FakeServer at(Path socket, String text, boolean closes) throws IOException {
        var listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        return new FakeServer(listening.bind(UnixDomainSocketAddress.of(socket)), text, closes);
    }

    /** Listens on a free port. */
    static FakeServer onPort(String text) throws IOException {
        SocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new FakeServer(ServerSocketChannel.open().bind(any), text, false);
    }

    int port() throws IOException {
        return ((InetSocketAddress) listening.getLocalAddress()).getPort();
    }

    private void serve() {
        try {
            while (true) {
                try (SocketChannel client = listening.accept()) {
                    talk(client);
                }
            }
        } catch (AsynchronousCloseException e) {
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void talk(SocketChannel client) {
        try {
            ByteBuffer out = ByteBuffer.wrap(text);
            while (out.hasRemaining()) {
                client.write(out);
            }
            ByteBuffer in = ByteBuffer.allocate(4096);
            while (!closes && client.read(in.clear()) >= 0) {
                in.clear();
            }
        } catch (IOException e) {
            // the client has gone, as it may
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
