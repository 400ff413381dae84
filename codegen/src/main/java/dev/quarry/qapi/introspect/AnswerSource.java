package dev.quarry.qapi.introspect;

import dev.quarry.qapi.model.Schema;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where an answer to {@code query-qmp-schema} comes from: a file with it, or a server to ask.
 *
 * @param given {@code unix:PATH}, {@code HOST:PORT}, or the name of a file; a file of that name
 *     comes before a host, and a socket among the files counts as one
 */
public record AnswerSource(String given) {
    /** The longest answer in bytes. Real ones have a third of a million. */
    static final int LONGEST = 16 << 20;

    private static final String UNIX = "unix:";
    private static final Pattern HOST_PORT = Pattern.compile("(\\[[^\\]]+]|[^:/]+):(\\d{1,5})");
    private static final int FILE_TYPE = 0170000;
    private static final int SOCKET = 0140000;

    /**
     * The schema of the answer.
     *
     * @param limit how long a server may take
     * @throws IntrospectionException there is no answer, or it makes no schema
     */
    public Schema schema(Duration limit) {
        if (given.startsWith(UNIX)) {
            return ask(List.of(unix(given.substring(UNIX.length()))), limit);
        }
        Matcher hostAndPort = HOST_PORT.matcher(given);
        Path file = Path.of(given);
        if (!Files.exists(file) && hostAndPort.matches()) {
            return ask(addresses(hostAndPort.group(1), hostAndPort.group(2)), limit);
        }
        return isSocket(file) ? ask(List.of(unix(given)), limit) : Answer.read(given, text(file));
    }

    private Schema ask(List<SocketAddress> addresses, Duration limit) {
        return Answer.of(given, Conversation.querySchema(given, addresses, limit));
    }

    private static SocketAddress unix(String path) {
        return UnixDomainSocketAddress.of(path);
    }

    private List<SocketAddress> addresses(String host, String port) {
        int number = Integer.parseInt(port);
        if (number == 0 || number > 0xFFFF) {
            throw new IntrospectionException(given + ": there is no port " + port);
        }
        try {
            return Arrays.stream(InetAddress.getAllByName(host))
                    .<SocketAddress>map(a -> new InetSocketAddress(a, number))
                    .toList();
        } catch (UnknownHostException e) {
            throw new IntrospectionException(given + ": there is no host " + host, e);
        }
    }

    private static boolean isSocket(Path file) {
        try {
            return Files.getAttribute(file, "unix:mode") instanceof Integer mode
                    && (mode & FILE_TYPE) == SOCKET;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private String text(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LONGEST + 1);
            if (bytes.length > LONGEST) {
                throw new IntrospectionException(given + ": longer than " + LONGEST + " bytes");
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new IntrospectionException(given + ": not UTF-8 text", e);
        } catch (IOException e) {
            boolean missing = !Files.exists(file);
            throw new IntrospectionException(
                    missing ? given + ": there is no such file" : "can't read " + given + ": " + e,
                    e);
        }
    }
}
