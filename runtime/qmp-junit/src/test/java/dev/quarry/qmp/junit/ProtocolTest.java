package dev.quarry.qmp.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** The fake server, line by line as a stranger's client sees it. */
class ProtocolTest {
    @RegisterExtension final FakeQmp qemu = FakeQmp.create();

    @Test
    void talksLikeQemu() throws IOException {
        qemu.on("query-a").reply("{'b': [1, 'é']}");
        try (SocketChannel socket = SocketChannel.open(UnixDomainSocketAddress.of(qemu.socket()))) {
            BufferedReader lines =
                    new BufferedReader(Channels.newReader(socket, StandardCharsets.US_ASCII));
            assertEquals(
                    "{\"QMP\": {\"version\": {\"qemu\": {\"micro\": 0, \"minor\": 2, \"major\": 9},"
                            + " \"package\": \"fake\"}, \"capabilities\": [\"oob\"]}}",
                    lines.readLine());
            say(
                    socket,
                    "{'execute': 'query-a', 'id': 0}{'execute': 'qmp_capabilities', 'id': [1]}");
            assertEquals(
                    "{\"id\": 0, \"error\": {\"class\": \"CommandNotFound\", \"desc\":"
                            + " \"Capabilities have to be negotiated first, by"
                            + " 'qmp_capabilities'\"}}",
                    lines.readLine());
            assertEquals("{\"return\": {}, \"id\": [1]}", lines.readLine());
            say(socket, "{'execute': 'query-a'} nonsense");
            assertEquals("{\"return\": {\"b\": [1, \"\\u00E9\"]}}", lines.readLine());
            assertEquals(
                    "{\"error\": {\"class\": \"GenericError\", \"desc\": \"Invalid JSON: unknown"
                            + " word; only true, false and null may stand without quotes\"}}",
                    lines.readLine());
        }
    }

    @Test
    void refusesACapabilityThatIsNotOffered() throws IOException {
        try (SocketChannel socket = SocketChannel.open(UnixDomainSocketAddress.of(qemu.socket()))) {
            BufferedReader lines =
                    new BufferedReader(Channels.newReader(socket, StandardCharsets.US_ASCII));
            lines.readLine();
            say(socket, "{'execute': 'qmp_capabilities', 'arguments': {'enable': ['x']}}\n");
            assertEquals(
                    "{\"error\": {\"class\": \"GenericError\", \"desc\": \"Not among the"
                            + " capabilities offered: [x]\"}}",
                    lines.readLine());
        }
    }

    private static void say(SocketChannel socket, String text) throws IOException {
        socket.write(ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8)));
    }
}
