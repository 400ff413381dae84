package dev.quarry.daemon.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.export.NbdServerSettings;
import dev.quarry.qapi.generated.SocketAddress;
import dev.quarry.qapi.generated.SocketAddressLegacy;
import dev.quarry.qmp.codec.Conditions;
import dev.quarry.qmp.codec.JsonInput;
import dev.quarry.qmp.codec.QmpException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.json.JsonMapper;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;

class SocketAddressesTest {

    @Test
    void bothFormsNameTheSameAddress() {
        var unix = UnixDomainSocketAddress.of("/run/nbd");
        assertEquals(unix, flat("{'type':'unix','path':'/run/nbd'}"));
        assertEquals(unix, wrapped("{'type':'unix','data':{'path':'/run/nbd'}}"));
        var inet = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 10809);
        assertEquals(inet, flat("{'type':'inet','host':'127.0.0.1','port':'10809'}"));
        assertEquals(inet, wrapped("{'type':'inet','data':{'host':'127.0.0.1','port':'10809'}}"));
    }

    @Test
    void anEmptyHostIsEveryInterface() {
        var any = (InetSocketAddress) flat("{'type':'inet','host':'','port':'0'}");
        assertTrue(any.getAddress().isAnyLocalAddress());
    }

    @Test
    void aFamilyMayBeAskedFor() {
        var six = (InetSocketAddress) flat("{'type':'inet','host':'::1','port':'1','ipv6':true}");
        assertInstanceOf(Inet6Address.class, six.getAddress());
        assertThrows(
                QmpException.class,
                () -> flat("{'type':'inet','host':'127.0.0.1','port':'1','ipv6':true}"));
        assertThrows(
                QmpException.class,
                () -> flat("{'type':'inet','host':'127.0.0.1','port':'1','ipv4':false}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'unix','path':'x','abstract':true} | 'abstract'",
                "{'type':'unix','path':'x','tight':true} | 'tight'",
                "{'type':'inet','host':'','port':'1','to':2} | 'to'",
                "{'type':'inet','host':'','port':'1','mptcp':true} | 'mptcp'",
                "{'type':'inet','host':'','port':'1','keep-alive':true} | 'keep-alive'",
                "{'type':'inet','host':'','port':'http'} | 'port'",
                "{'type':'inet','host':'','port':'65536'} | 'port'",
                "{'type':'inet','host':'','port':'-1'} | 'port'",
                "{'type':'inet','host':'name','port':'1','numeric':true} | 'host'",
            })
    void whatIsNotSupportedIsRefusedByName(String address, String name) {
        var e = assertThrows(QmpException.class, () -> flat(address));
        assertTrue(e.description().contains(name), e.description());
    }

    private static java.net.SocketAddress flat(String json) {
        return address(SocketAddresses.toListenAt(SocketAddress.decode(input(json))));
    }

    private static java.net.SocketAddress wrapped(String json) {
        return address(SocketAddresses.toListenAt(SocketAddressLegacy.decode(input(json))));
    }

    private static java.net.SocketAddress address(NbdServerSettings.Place place) {
        return assertInstanceOf(NbdServerSettings.Address.class, place).address();
    }

    private static JsonInput input(String json) {
        return JsonInput.strict(
                JsonMapper.shared().readTree(json.replace('\'', '"')), Conditions.none());
    }
}
