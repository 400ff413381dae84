package dev.quarry.qmp.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.generated.BlockExportCommands;
import dev.quarry.qapi.generated.CommandTable;
import dev.quarry.qapi.generated.QapiClient;
import dev.quarry.qapi.generated.VersionInfo;
import dev.quarry.qapi.generated.VersionTriple;
import dev.quarry.qmp.client.QmpClient;
import dev.quarry.qmp.client.QmpClientException;
import dev.quarry.qmp.client.Reconnect;
import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What can be scripted, and what a client sees of it. */
class FakeQmpTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    private FakeQmp qemu = FakeQmp.create();

    @AfterEach
    void end() {
        qemu.close();
    }

    private QmpClient client() {
        return QmpClient.connect(qemu.socket());
    }

    @Test
    void answersWithTextAndGeneratedValues() {
        qemu.on("query-a").reply("{'n': 18446744073709551615}");
        VersionTriple triple = VersionTriple.builder().major(9).minor(2).micro(3).build();
        qemu.on("query-version").reply(VersionInfo.builder().qemu(triple).package_("mine").build());
        qemu.on("query-list").reply(List.of(triple));
        try (QmpClient client = client()) {
            assertEquals("18446744073709551615", client.execute("query-a").get("n").toString());
            assertEquals("mine", new QapiClient(client).queryVersion().package_());
            assertEquals(1, client.execute("query-list").size());
        }
        qemu.verify();
    }

    @Test
    void refusesWithAClass() {
        qemu.on("a").error(QmpErrorClass.DEVICE_NOT_FOUND, "no such device");
        try (QmpClient client = client()) {
            QmpException e = assertThrows(QmpException.class, () -> client.execute("a"));
            assertEquals(QmpErrorClass.DEVICE_NOT_FOUND, e.errorClass());
            assertEquals("no such device", e.description());
        }
    }

    @Test
    void expectationsAreUsedUpInOrderAndByTheirArguments() {
        qemu.on("a").with("{'x': 1}").reply("'one'");
        qemu.on("a").times(2).reply("'any'");
        qemu.on("a").always().reply("'later'");
        try (QmpClient client = client()) {
            assertEquals("any", client.execute("a").stringValue());
            JsonNode one = JsonText.parse("{'x': 1, 'y': {'z': []}}");
            assertEquals("one", client.execute("a", one).stringValue());
            assertEquals("any", client.execute("a", one).stringValue());
            assertEquals("later", client.execute("a", one).stringValue());
        }
        assertEquals(4, qemu.received("a").size());
        assertEquals(0, qemu.received("b").size());
        qemu.verify();
    }

    @Test
    void aLateAnswerIsOvertakenOutOfBand() throws Exception {
        qemu.on("slow").after(Duration.ofHours(1)).reply("{}");
        qemu.on("quick").reply("5");
        try (QmpClient client = client()) {
            CompletableFuture<JsonNode> slow = client.executeAsync("slow");
            assertEquals(5, client.outOfBand().execute("quick").intValue());
            assertFalse(slow.isDone());
        }
    }

    @Test
    void silenceAndHangingUpAreSeenAsSuch() {
        qemu.on("a").silence();
        qemu.on("b").hangUp();
        try (QmpClient client = client()) {
            assertThrows(QmpClientException.class, () -> client.within(SHORT).execute("a"));
            assertThrows(QmpClientException.class, () -> client.execute("b"));
            assertFalse(client.isOpen());
        }
    }

    @Test
    void eventsReachEveryClientThatHasNegotiated() throws Exception {
        CompletableFuture<String> first = new CompletableFuture<>();
        CompletableFuture<String> second = new CompletableFuture<>();
        try (QmpClient one = client();
                QmpClient other = QmpClient.connect("localhost", qemu.port())) {
            one.onEvent(event -> first.complete(event.name() + event.data()));
            other.onEvent(event -> second.complete(event.name() + event.data()));
            qemu.awaitClient();
            qemu.awaitClient();
            qemu.emit("STOP", "{'a': 1}");
            assertEquals("STOP{\"a\":1}", first.get(10, TimeUnit.SECONDS));
            assertEquals("STOP{\"a\":1}", second.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void handlersOfAGeneratedInterfaceAnswerTheRest() {
        BlockExportCommands none = new QapiClient((command, arguments) -> JsonText.parse("[]"));
        qemu = FakeQmp.builder().commands(CommandTable.of(none)).build();
        qemu.on("query-block-exports")
                .reply(
                        "[{'id': 'e', 'type': 'nbd', 'node-name': 'n', "
                                + "'shutting-down': false}]");
        try (QmpClient client = client()) {
            QapiClient qapi = new QapiClient(client);
            assertEquals("e", qapi.queryBlockExports().get(0).id());
            assertEquals(0, qapi.queryBlockExports().size());
            QmpException e =
                    assertThrows(
                            QmpException.class,
                            () -> client.execute("block-export-del", JsonText.parse("{'x': 1}")));
            assertEquals(QmpErrorClass.GENERIC_ERROR, e.errorClass());
        }
        qemu.verify();
    }

    @Test
    void whatIsMissingOrUnexpectedIsToldWithAllThatCame() {
        qemu.on("never").with("{'x': 1}").times(3);
        try (QmpClient client = client()) {
            QmpException e = assertThrows(QmpException.class, () -> client.execute("stray"));
            assertEquals(QmpErrorClass.COMMAND_NOT_FOUND, e.errorClass());
        }
        AssertionError wrong = assertThrows(AssertionError.class, qemu::verify);
        assertEquals(
                """
                The fake QEMU was not asked as it should be:
                  expected: 'never' with {"x":1}, came 0 of 3 times
                  not expected: 'stray' with {}
                  came: 'stray' with {}\
                """,
                wrong.getMessage());
    }

    @Test
    void aLenientServerRefusesStrayCommandsAndLetsItBe() {
        qemu = FakeQmp.builder().lenient().build();
        try (QmpClient client = client()) {
            assertThrows(QmpException.class, () -> client.execute("stray"));
        }
        qemu.verify();
    }

    @Test
    void clientsComeBackAfterACrash() throws Exception {
        qemu.on("a").reply("1");
        try (QmpClient client =
                QmpClient.builder()
                        .reconnect(Reconnect.every(Duration.ofMillis(10)))
                        .connect(qemu.socket())) {
            qemu.awaitClient();
            qemu.hangUp();
            qemu.awaitClient();
            assertEquals(1, client.execute("a").intValue());
        }
    }

    @Test
    void anOldServerOffersNothing() {
        qemu = FakeQmp.builder().version(2, 11, 0).offer().build();
        try (QmpClient client = client()) {
            assertEquals(11, client.serverVersion().minor());
            assertFalse(client.isOutOfBandEnabled());
        }
    }

    @Test
    void leavesNothingBehind() {
        Path socket = qemu.socket();
        assertTrue(Files.exists(socket));
        qemu.close();
        assertFalse(Files.exists(socket.getParent()));
    }
}
