package dev.quarry.daemon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChardevTest {

    @Test
    void socketsListenOrConnect() {
        assertEquals(
                new Chardev.UnixSocket("c", "/s", true, false),
                chardev("socket,path=/s,server=on,wait=off,id=c"));
        assertEquals(
                new Chardev.UnixSocket("c", "/s", false, false), chardev("socket,id=c,path=/s"));
        assertEquals(
                new Chardev.TcpSocket("c", "::1", 0, true, true),
                chardev("socket,id=c,host=::1,port=0,server=on"));
        assertEquals(new Chardev.Stdio("c"), chardev("stdio,id=c"));
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
                "socket,id=c,port=http | 'port' must be a port, not 'http'",
                "socket,id=c,port=65536 | 'port' must be at most 65535, not 65536",
                "socket,id=c | 'port' is missing",
            })
    void whatIsNotSupportedIsNamed(String text, String message) {
        var e = assertThrows(CommandLineException.class, () -> chardev(text));
        assertEquals(message, e.getMessage());
    }

    private static Chardev chardev(String text) {
        return Chardev.parse(new StartOption(StartOption.Kind.CHARDEV, text));
    }
}
