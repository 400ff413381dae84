package dev.quarry.dist;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A daemon that serves a raw and a qcow2 image, each writable under its format's name, and the raw
 * one a second time read-only as {@code ro}.
 *
 * @param where the address of its NBD server
 */
record NbdExports(DaemonProcess daemon, SocketAddress where) implements AutoCloseable {
    /** Starts one on a unix socket in this folder; {@code more} are options of the daemon. */
    static NbdExports unix(Path folder, long size, List<String> more) throws IOException {
        Path socket = folder.resolve("nbd.sock");
        String address = "addr.type=unix,addr.path=" + socket;
        return start(folder, size, more, address, UnixDomainSocketAddress.of(socket));
    }

    /** Starts one on a free TCP port of the loopback address; {@code more} as above. */
    static NbdExports tcp(Path folder, long size, List<String> more) throws IOException {
        int port = freePort();
        String address = "addr.type=inet,addr.host=127.0.0.1,addr.port=" + port;
        return start(
                folder,
                size,
                more,
                address,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private static NbdExports start(
            Path folder, long size, List<String> more, String address, SocketAddress where)
            throws IOException {
        Files.createDirectories(folder);
        Path raw = Images.create(folder.resolve("disk.raw"), "raw", size);
        Path qcow2 = Images.create(folder.resolve("disk.qcow2"), "qcow2", size);
        List<String> options = new ArrayList<>(more);
        options.addAll(
                List.of(
                        "--blockdev",
                        "driver=file,node-name=f,discard=unmap,filename=" + raw,
                        "--blockdev",
                        "driver=raw,node-name=raw,discard=unmap,file=f",
                        "--blockdev",
                        "driver=qcow2,node-name=qcow2,discard=unmap,file.driver=file,file.filename="
                                + qcow2,
                        "--nbd-server",
                        address,
                        "--export",
                        "type=nbd,id=e0,node-name=raw,writable=on",
                        "--export",
                        "type=nbd,id=e1,node-name=qcow2,writable=on",
                        "--export",
                        "type=nbd,id=e2,node-name=raw,name=ro"));
        DaemonProcess daemon = DaemonProcess.start(folder, options.toArray(String[]::new));
        return new NbdExports(daemon, where);
    }

    /** The address of one export as the tools write it. */
    String uri(String export) {
        return switch (where) {
            case InetSocketAddress inet -> "nbd://127.0.0.1:" + inet.getPort() + "/" + export;
            default -> "nbd+unix:///" + export + "?socket=" + where;
        };
    }

    /** How {@code qemu-nbd --list} is told the address. */
    List<String> listOptions() {
        return switch (where) {
            case InetSocketAddress inet -> List.of("-b", "127.0.0.1", "-p", "" + inet.getPort());
            default -> List.of("-k", where.toString());
        };
    }

    private static int freePort() throws IOException {
        try (var probe = new ServerSocket(0)) {
            return probe.getLocalPort();
        }
    }

    @Override
    public void close() {
        daemon.close();
    }
}
