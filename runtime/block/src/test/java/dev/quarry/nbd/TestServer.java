package dev.quarry.nbd;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;

/** A server on a unix socket in a test's folder, or on a free TCP port. */
final class TestServer {
    private TestServer() {}

    static NbdServer unix(Path folder, NbdExport... exports) throws IOException {
        SocketAddress address = UnixDomainSocketAddress.of(folder.resolve("nbd.sock"));
        return NbdServer.start(address, new ExportList(exports), 0, Duration.ofSeconds(10));
    }

    static NbdServer tcp(NbdExport... exports) throws IOException {
        SocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return NbdServer.start(address, new ExportList(exports), 0, Duration.ofSeconds(10));
    }

    /** A writable export. */
    static NbdExport writable(String name, NbdDisk disk) {
        return new NbdExport(name, null, disk, true, false);
    }

    /** A read-only export. */
    static NbdExport readOnly(String name, NbdDisk disk) {
        return new NbdExport(name, null, disk, false, false);
    }
}
