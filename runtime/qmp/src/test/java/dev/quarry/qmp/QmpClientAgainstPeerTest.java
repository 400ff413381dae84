package dev.quarry.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.generated.BlockDeviceInfo;
import dev.quarry.qapi.generated.BlockExportDeletedEvent;
import dev.quarry.qapi.generated.BlockdevDelArguments;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.Events;
import dev.quarry.qapi.generated.QapiClient;
import dev.quarry.qapi.generated.QueryNamedBlockNodesArguments;
import dev.quarry.qmp.client.QmpClient;
import dev.quarry.qmp.client.QmpEvent;
import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The client, untyped and typed, with the real {@code qemu-storage-daemon}. */
class QmpClientAgainstPeerTest {
    @TempDir Path folder;

    private final BlockingQueue<QmpEvent> events = new LinkedBlockingQueue<>();
    private Process peer;
    private QmpClient client;

    @BeforeEach
    void start() throws Exception {
        TestNeeds.tools("qemu-storage-daemon");
        Path socket = folder.resolve("qmp");
        peer =
                new ProcessBuilder(
                                "qemu-storage-daemon",
                                "--chardev",
                                "socket,path=" + socket + ",server=on,wait=off,id=c",
                                "--monitor",
                                "chardev=c")
                        .redirectErrorStream(true)
                        .start();
        while (!Files.exists(socket) && peer.isAlive()) {
            Thread.sleep(10);
        }
        Thread.sleep(100); // a client that comes at once may be greeted twice
        client = QmpClient.builder().onEvent(events::add).connect(socket);
    }

    @AfterEach
    void stop() throws Exception {
        if (peer != null) {
            if (client != null) {
                client.close();
            }
            peer.destroyForcibly().waitFor();
        }
    }

    @Test
    void commandsRepliesAndErrorsAreUnderstood() {
        assertTrue(client.serverVersion().major() >= 2);
        assertEquals(0, client.execute("query-block").size());
        QmpException unknown = assertThrows(QmpException.class, () -> client.execute("nope"));
        assertEquals(QmpErrorClass.COMMAND_NOT_FOUND, unknown.errorClass());
        QmpException oob =
                assertThrows(QmpException.class, () -> client.outOfBand().execute("query-block"));
        assertEquals(QmpErrorClass.GENERIC_ERROR, oob.errorClass());
    }

    @Test
    void theTypedClientWorksOverIt() {
        QapiClient qapi = new QapiClient(client);
        qapi.blockdevAdd(
                BlockdevOptions.NullCo.builder()
                        .nodeName("n")
                        .size(1L << 40)
                        .readZeroes(true)
                        .build());
        List<BlockDeviceInfo> nodes =
                qapi.queryNamedBlockNodes(new QueryNamedBlockNodesArguments(true));
        assertEquals("n", nodes.get(0).nodeName());
        assertEquals(1L << 40, nodes.get(0).image().virtualSize());
        qapi.blockdevDel(new BlockdevDelArguments("n"));
        assertEquals(0, qapi.queryNamedBlockNodes(new QueryNamedBlockNodesArguments(null)).size());
    }

    @Test
    void eventsArriveTyped() throws Exception {
        run("blockdev-add", "{'driver':'null-co','node-name':'n'}");
        run("nbd-server-start", "{'addr':{'type':'unix','data':{'path':'" + folder + "/nbd'}}}");
        run("block-export-add", "{'type':'nbd','id':'e','node-name':'n'}");
        run("block-export-del", "{'id':'e'}");
        QmpEvent event = events.poll(20, TimeUnit.SECONDS);
        assertEquals("BLOCK_EXPORT_DELETED", event == null ? null : event.name());
        assertEquals(new BlockExportDeletedEvent("e"), Events.decode(event.name(), event.data()));
        assertTrue(BigInteger.valueOf(event.timestamp().getEpochSecond()).bitLength() > 30);
    }

    private void run(String command, String arguments) {
        client.execute(command, JsonMapper.shared().readTree(arguments.replace('\'', '"')));
    }
}
