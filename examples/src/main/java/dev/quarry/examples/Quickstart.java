package dev.quarry.examples;

import dev.quarry.qapi.generated.BlockdevDelArguments;
import dev.quarry.qapi.generated.BlockdevDetectZeroesOptions;
import dev.quarry.qapi.generated.BlockdevDiscardOptions;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.BlockdevRef;
import dev.quarry.qapi.generated.QapiClient;
import dev.quarry.qmp.client.QmpClient;
import dev.quarry.qmp.codec.QmpException;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * Quarry's main job from start to end: a daemon, a disk image added in today's form of {@code
 * blockdev-add} and in that of 2014 with each {@code detect-zeroes} mode, and what the modes do to
 * a qcow2 image. Every message is printed as it went over the wire.
 */
public final class Quickstart {
    private static final int IMAGE_BYTES = 64 << 20;
    private static final String IMAGE = "disk.raw";

    private final QmpClient client;
    private final QapiClient qapi;

    private Quickstart(QmpClient client) {
        this.client = client;
        this.qapi = new QapiClient(client);
    }

    /** Takes the daemon's launcher and an empty folder to work in. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path launcher = Path.of(args[0]);
        Path folder = Path.of(args[1]);
        try (RandomAccessFile image = new RandomAccessFile(folder.resolve(IMAGE).toFile(), "rw")) {
            image.setLength(IMAGE_BYTES);
        }
        Console.title("An empty disk image, disk.raw (64 MiB), and a daemon");
        try (QuarrydProcess daemon = QuarrydProcess.start(launcher, folder);
                QmpClient client = daemon.connect()) {
            new Quickstart(client).run(folder);
            Console.line("quarryd ended with exit status " + daemon.awaitEnd());
        }
    }

    private void run(Path folder) {
        for (BlockdevDetectZeroesOptions mode : BlockdevDetectZeroesOptions.values()) {
            showBothForms(mode);
        }
        showRefusal();
        new ZeroesTable(qapi, folder).run();
        Console.title("The end");
        qapi.quit();
    }

    private void showBothForms(BlockdevDetectZeroesOptions mode) {
        Console.title(
                "detect-zeroes=" + mode.wireName() + ": added in today's form and in that of 2014");
        qapi.blockdevAdd(
                BlockdevOptions.Raw.builder()
                        .nodeName("disk0")
                        .discard(BlockdevDiscardOptions.UNMAP)
                        .detectZeroes(mode)
                        .file(image())
                        .build());
        addAsIn2014(mode);
        qapi.queryBlock();
        qapi.blockdevDel(new BlockdevDelArguments("disk0"));
        client.execute("blockdev-del", JsonMapper.shared().readTree("{\"id\": \"drive0\"}"));
    }

    /** The types know today's form alone, so this one is written as JSON. */
    private void addAsIn2014(BlockdevDetectZeroesOptions mode) {
        String options =
                """
                {"options": {"id": "drive0", "driver": "raw",
                             "discard": "unmap", "detect-zeroes": "MODE",
                             "file": {"driver": "file", "filename": "disk.raw"}}}
                """;
        client.execute(
                "blockdev-add",
                JsonMapper.shared().readTree(options.replace("MODE", mode.wireName())));
    }

    private void showRefusal() {
        Console.title("detect-zeroes=unmap needs discard=unmap; without it nothing is added");
        try {
            qapi.blockdevAdd(
                    BlockdevOptions.Raw.builder()
                            .nodeName("disk0")
                            .detectZeroes(BlockdevDetectZeroesOptions.UNMAP)
                            .file(image())
                            .build());
            throw new IllegalStateException("the daemon took unmap without discard=unmap");
        } catch (QmpException expected) {
            Console.line("refused: " + expected.description());
        }
        qapi.queryBlock();
    }

    private static BlockdevRef image() {
        return new BlockdevRef.Definition(BlockdevOptions.File.builder().filename(IMAGE).build());
    }
}
