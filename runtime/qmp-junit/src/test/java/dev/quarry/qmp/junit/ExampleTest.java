package dev.quarry.qmp.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.qapi.generated.BlockExportDelArguments;
import dev.quarry.qapi.generated.BlockExportDeletedEvent;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.Events;
import dev.quarry.qapi.generated.QapiClient;
import dev.quarry.qmp.client.QmpClient;
import dev.quarry.qmp.codec.QmpException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The example of the README. */
class ExampleTest {
    @RegisterExtension final FakeQmp qemu = FakeQmp.create();

    @Test
    void removesAnExportAndWaitsUntilItIsGone() throws Exception {
        qemu.on("block-export-del")
                .with("{'id': 'e'}")
                .emit(new BlockExportDeletedEvent("e"))
                .reply("{}");

        try (QmpClient client = QmpClient.connect(qemu.socket())) {
            CompletableFuture<String> gone = new CompletableFuture<>();
            client.onEvent(
                    Events::decode, BlockExportDeletedEvent.class, e -> gone.complete(e.id()));
            new QapiClient(client)
                    .blockExportDel(BlockExportDelArguments.builder().id("e").build());
            assertEquals("e", gone.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void toldThatANameIsTaken() {
        qemu.on("blockdev-add").error("the name is taken");

        try (QmpClient client = QmpClient.connect(qemu.socket())) {
            BlockdevOptions disk = BlockdevOptions.NullCo.builder().nodeName("disk0").build();
            assertThrows(QmpException.class, () -> new QapiClient(client).blockdevAdd(disk));
        }
        assertEquals("disk0", qemu.received().get(0).arguments().get("node-name").stringValue());
    }
}
