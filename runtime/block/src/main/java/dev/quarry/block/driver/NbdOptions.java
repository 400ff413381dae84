package dev.quarry.block.driver;

import dev.quarry.block.DriverSettings;
import dev.quarry.block.GivenMap;
import dev.quarry.nbd.NbdLinkSettings;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.InetSocketAddress;
import dev.quarry.qapi.generated.SocketAddress;
import dev.quarry.qapi.generated.UnixSocketAddress;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** Reads the options of the driver {@code nbd}. */
final class NbdOptions {
    private NbdOptions() {}

    /** {@code tls-hostname} says nothing without {@code tls-creds}, which are not supported. */
    static NbdSettings read(BlockdevOptions.Nbd nbd) {
        DriverOptions.refuse("tls-creds", nbd.tlsCreds() != null);
        String export = Objects.requireNonNullElse(nbd.export(), "");
        NbdLinkSettings link =
                new NbdLinkSettings(
                        NbdAddresses.of(nbd.server()),
                        export,
                        nbd.xDirtyBitmap(),
                        seconds(nbd.reconnectDelay()),
                        seconds(nbd.openTimeout()));
        return new NbdSettings(link, nbd.xDirtyBitmap(), name(nbd, export), strong(nbd));
    }

    /** None of them can change. */
    static DriverSettings settings(BlockdevOptions.Nbd nbd) {
        return DriverSettings.fixed(
                new GivenMap()
                        .put("server", nbd.server())
                        .put("export", nbd.export())
                        .put("tls-hostname", nbd.tlsHostname())
                        .put("x-dirty-bitmap", nbd.xDirtyBitmap())
                        .put("reconnect-delay", nbd.reconnectDelay())
                        .put("open-timeout", nbd.openTimeout())
                        .map());
    }

    private static Duration seconds(@Nullable Long given) {
        return given == null ? Duration.ZERO : Duration.ofSeconds(given);
    }

    /** A URI, where the address is a host and port, or a socket, and nothing else. */
    private static @Nullable String name(BlockdevOptions.Nbd nbd, String export) {
        return switch (nbd.server()) {
            case SocketAddress.Unix unix -> {
                String path = export.isEmpty() ? "" : "/" + export;
                yield "nbd+unix://" + path + "?socket=" + unix.data().path();
            }
            case SocketAddress.Inet inet -> isPlain(inet.data()) ? uri(inet.data(), export) : null;
            case SocketAddress.Fd _ -> null;
        };
    }

    private static String uri(InetSocketAddress address, String export) {
        String host = address.host();
        String shown = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return "nbd://" + shown + ":" + address.port() + (export.isEmpty() ? "" : "/" + export);
    }

    private static boolean isPlain(InetSocketAddress address) {
        return address.equals(
                InetSocketAddress.builder().host(address.host()).port(address.port()).build());
    }

    private static Map<String, Object> strong(BlockdevOptions.Nbd nbd) {
        GivenMap options = new GivenMap();
        switch (nbd.server()) {
            case SocketAddress.Unix unix -> unix(options, unix.data());
            case SocketAddress.Inet inet -> inet(options, inet.data());
            case SocketAddress.Fd passed -> options.put("server.str", passed.str());
        }
        return options.put("export", nbd.export()).map();
    }

    private static void unix(GivenMap options, UnixSocketAddress address) {
        options.put("server.type", "unix")
                .put("server.path", address.path())
                .put("server.abstract", address.abstract_());
    }

    private static void inet(GivenMap options, InetSocketAddress address) {
        options.put("server.type", "inet")
                .put("server.host", address.host())
                .put("server.port", address.port())
                .put("server.numeric", address.numeric())
                .put("server.ipv4", address.ipv4())
                .put("server.ipv6", address.ipv6())
                .put("server.keep-alive", address.keepAlive());
    }
}
