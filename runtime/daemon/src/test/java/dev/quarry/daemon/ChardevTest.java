package dev.quarry.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;

class ChardevTest {

    @Test
    void socketsListenOrConnect() {
        assertEquals(
                new Chardev.UnixSocket("c", "/s", listening(false), Set.of()),
                chardev("socket,path=/s,server=on,wait=off,id=c"));
        assertEquals(
                new Chardev.UnixSocket("c", "/s", connecting(0), Set.of()),
                chardev("socket,id=c,path=/s"));
        assertEquals(
                new Chardev.TcpSocket("c", "::1", 0, listening(true)),
                chardev("socket,id=c,host=::1,port=0,server=on"));
        assertEquals(
                new Chardev.TcpSocket("c", "localhost", 7, connecting(5)),
                chardev("socket,id=c,port=7,reconnect=5"));
        assertEquals(new Chardev.Stdio("c"), chardev("stdio,id=c"));
    }

    @Test
    void aSocketsFileMayHaveItsOwnMode() {
        assertEquals(
                new Chardev.UnixSocket(
                        "c", "/s", listening(false), PosixFilePermissions.fromString("rw-r---w-")),
                chardev("socket,path=/s,server=on,wait=off,id=c,mode=0642"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "socket,path=/s | 'id' is missing",
                "pty,id=c | channels are 'socket' or 'stdio', not 'pty'",
                "socket,id=c,path=/s,telnet=on | 'telnet' is not supported here",
                "socket,id=c,path=/s,server=maybe | 'server' must be on or off, not 'maybe'",
                "socket,id=c,path=/s,wait=on | 'wait' needs server=on",
                "socket,id=c,port=http | 'port' must be a number, not 'http'",
                "socket,id=c,port=65536 | 'port' must be from 0 to 65535, not 65536",
                "socket,id=c | 'port' is missing",
                "socket,id=c,path=/s,mode=0660 | 'mode' needs server=on",
                "socket,id=c,path=/s,server=on,mode=rw | 'mode' must be like 0660, not 'rw'",
                "socket,id=c,port=1,server=on,mode=0660 | 'mode' is not supported here",
                "socket,id=c,path=/s,server=on,reconnect=1 |"
                        + " 'reconnect' is for sockets without server=on",
            })
    void whatIsNotSupportedIsNamed(String text, String message) {
        var e = assertThrows(CommandLineException.class, () -> chardev(text));
        assertEquals(message, e.getMessage());
    }

    private static SocketRole listening(boolean waitsForClient) {
        return new SocketRole.Server(waitsForClient);
    }

    private static SocketRole connecting(int pauseSeconds) {
        return new SocketRole.Client(Duration.ofSeconds(pauseSeconds));
    }

    private static Chardev chardev(String text) {
        return Chardev.parse(new StartOption(StartOption.Kind.CHARDEV, text));
    }
}
