package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockException;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.TestGraph;
import dev.quarry.block.driver.BlockCreations;
import dev.quarry.block.driver.FileDriver;
import dev.quarry.block.driver.FileSettings;
import dev.quarry.block.job.JobControl;
import dev.quarry.qapi.generated.BlockdevCreateOptions;
import dev.quarry.qmp.codec.Conditions;
import dev.quarry.qmp.codec.JsonInput;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Images made in a node, each beside the one that qemu-img makes of the same options. */
class CreationTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int RUBBISH = 500_000;

    /** Where the header's fields about L1 and refcount tables end. */
    private static final int TABLES_END = 60;

    @TempDir Path folder;

    @TestFactory
    Stream<DynamicTest> imagesAreAsThePeerMakesThem() {
        return lines(false).map(line -> DynamicTest.dynamicTest(line, () -> compare(line)));
    }

    @TestFactory
    Stream<DynamicTest> whatThePeerRefusesIsRefusedWithNothingWritten() {
        return lines(true).map(line -> DynamicTest.dynamicTest(line, () -> refuse(line)));
    }

    private static Stream<String> lines(boolean refused) {
        try (InputStream in = CreationTest.class.getResourceAsStream("creations.txt")) {
            byte[] text = Objects.requireNonNull(in).readAllBytes();
            return new String(text, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .filter(line -> line.contains("=>") == refused);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    private void compare(String options) throws IOException {
        Peer peer = new Peer(folder);
        byte[] base = new byte[400_000];
        Arrays.fill(base, (byte) 7);
        Files.write(folder.resolve("base"), base);
        Files.write(folder.resolve("ours"), new byte[0]);
        create("ours", options);
        peer.run(peerCommand("theirs", options));
        peer.requireClean("ours");
        peer.run("qemu-img", "compare", "-f", "qcow2", "-F", "qcow2", "ours", "theirs");
        assertEquals(info(peer, "theirs"), info(peer, "ours"));
        assertArrayEquals(header("theirs", options), header("ours", options));
        assertEquals(map(peer, "theirs"), map(peer, "ours"));
        assertOpens(options.contains("extended-l2=true"));
        overRubbish(peer, options);
    }

    /** What was in a node before does not show in the image. */
    private void overRubbish(Peer peer, String options) throws IOException {
        byte[] rubbish = new byte[RUBBISH];
        Arrays.fill(rubbish, (byte) 0xff);
        Files.write(folder.resolve("over"), rubbish);
        create("over", options);
        peer.requireClean("over");
        peer.run("qemu-img", "compare", "-f", "qcow2", "-F", "qcow2", "over", "theirs");
    }

    private void refuse(String line) throws IOException {
        String options = line.substring(0, line.indexOf("=>")).strip();
        String word = line.substring(line.indexOf("=>") + 2).strip();
        byte[] before = {1, 2, 3};
        Files.write(folder.resolve("ours"), before);
        Files.write(folder.resolve("base"), new byte[4096]);
        BlockException refusal = assertThrows(BlockException.class, () -> create("ours", options));
        assertTrue(refusal.getMessage().contains(word), refusal.getMessage());
        assertArrayEquals(before, Files.readAllBytes(folder.resolve("ours")));
        Peer.Outcome theirs = new Peer(folder).tryRun(List.of(peerCommand("theirs", options)));
        assertNotEquals(0, theirs.status(), theirs::output);
    }

    @Test
    void anInlineFileIsOpenedForTheCreationOnly() throws IOException {
        Path file = Files.write(folder.resolve("image"), new byte[0]);
        ObjectNode options = options("size=1048576");
        options.putObject("file").put("driver", "file").put("filename", file.toString());
        try (TestGraph graph = new TestGraph()) {
            run(graph, options);
            assertEquals(List.of(), graph.graph().nodes());
        }
        assertEquals(196_616, Files.size(file));
    }

    @Test
    void aCancelledCreationLeavesNoImage() throws IOException {
        Path file = Files.write(folder.resolve("image"), new byte[0]);
        CreateOptions options = CreateOptions.ofSize(1 << 20).withPreallocation(Preallocation.FULL);
        try (ChannelFile channel = openRw(file)) {
            Qcow2Format.create(channel, CreateOptions.ofSize(512));
            Qcow2Header.read(channel);
            Runnable cancel =
                    () -> {
                        throw new IllegalStateException("cancelled");
                    };
            ImageCreation creation = new ImageCreation(channel, options, cancel);
            assertThrows(IllegalStateException.class, creation::write);
            assertThrows(BlockException.class, () -> Qcow2Header.read(channel));
        }
    }

    // Ours

    private void create(String name, String options) {
        String path = folder.resolve(name).toString();
        try (TestGraph graph = new TestGraph()) {
            GivenOptions given = GivenOptions.named("node");
            graph.add(FileDriver.define(given, FileSettings.of(path)));
            run(graph, options(options).put("file", "node"));
        }
    }

    private static ObjectNode options(String options) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("driver", "qcow2");
        for (String option : options.split(" ", -1)) {
            int equals = option.indexOf('=');
            json.put(option.substring(0, equals), option.substring(equals + 1));
        }
        return json;
    }

    private static void run(TestGraph graph, ObjectNode options) {
        JsonInput input = JsonInput.keyval(options, Conditions.none());
        new BlockCreations(graph.graph())
                .define(BlockdevCreateOptions.decode(input))
                .run(new Uninterrupted());
    }

    private record Uninterrupted() implements JobControl {
        @Override
        public void pausePoint() {}

        @Override
        public void progress(long done, long total) {}

        @Override
        public void ready() {}

        @Override
        public boolean isCompleting() {
            return false;
        }
    }

    private void assertOpens(boolean readOnly) throws IOException {
        Path image = folder.resolve("ours");
        byte[] before = Files.readAllBytes(image);
        OpenImage.Options options =
                readOnly ? OpenImage.Options.READ_ONLY : OpenImage.Options.READ_WRITE;
        try (ChannelFile file = openRw(image);
                OpenImage open = OpenImage.open(file, options, BackingSource.NONE, _ -> {})) {
            assertTrue(!open.isDirty() && !open.isCorrupt());
        }
        assertArrayEquals(before, Files.readAllBytes(image));
    }

    private static ChannelFile openRw(Path path) {
        return ChannelFile.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    // The peer's

    private static String[] peerCommand(String name, String options) {
        List<String> command = new ArrayList<>(List.of("qemu-img", "create", "-f", "qcow2", "-q"));
        String size = "";
        for (String option : options.split(" ", -1)) {
            if (option.startsWith("size=")) {
                size = option.substring(5);
            } else {
                command.add("-o");
                command.add(peerOption(option));
            }
        }
        command.add(name);
        command.add(size);
        return command.toArray(String[]::new);
    }

    private static String peerOption(String option) {
        int equals = option.indexOf('=');
        String value = option.substring(equals + 1);
        return switch (option.substring(0, equals)) {
            case "version" -> "compat=" + (value.equals("v2") ? "0.10" : "1.1");
            case "extended-l2" -> "extended_l2=" + (value.equals("true") ? "on" : "off");
            case String name -> name.replace('-', '_') + "=" + value;
        };
    }

    private static JsonNode info(Peer peer, String image) {
        String text = peer.run("qemu-img", "info", "--output=json", image);
        ObjectNode info = (ObjectNode) JSON.readTree(text);
        info.remove(List.of("filename", "actual-size"));
        return info;
    }

    /** What the guest sees; where it lies, in how many pieces, is each side's own affair. */
    private static List<String> map(Peer peer, String image) {
        List<String> extents = new ArrayList<>();
        long end = 0;
        for (JsonNode extent : JSON.readTree(peer.run("qemu-img", "map", "--output=json", image))) {
            long start = extent.get("start").longValue();
            end = start + extent.get("length").longValue();
            ObjectNode kind = (ObjectNode) extent;
            kind.remove(List.of("start", "length", "offset"));
            if (extents.isEmpty() || !extents.getLast().endsWith(kind.toString())) {
                extents.add(start + " " + kind);
            }
        }
        extents.add("end " + end);
        return extents;
    }

    /** The start of the header; where space is taken at once the tables may lie elsewhere. */
    private byte[] header(String image, String options) throws IOException {
        try (InputStream in = Files.newInputStream(folder.resolve(image))) {
            byte[] header = in.readNBytes(512);
            if (options.contains("preallocation")) {
                Arrays.fill(header, Qcow2Header.L1_OFFSET_AT, TABLES_END, (byte) 0);
            }
            return header;
        }
    }
}
