package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockException;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.ChildRole;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.TestGraph;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.driver.BlockChecks;
import dev.quarry.block.driver.FileDriver;
import dev.quarry.block.driver.FileSettings;
import dev.quarry.posix.Errno;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;

/** Images that were spoilt on purpose: what is found is what the peer finds, and is repaired. */
class CheckTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir Path folder;

    /** Where a word of the image is spoilt. */
    enum Place {
        /** A count of 16 bits, by the number of its cluster. */
        COUNT,
        /** An entry of the L1 table. */
        L1,
        /** An entry of the first L2 table. */
        L2
    }

    @ParameterizedTest
    @CsvSource({
        // place, index, bits to turn; the count of every used cluster is 1
        "COUNT, 0, 0",
        "COUNT, 5, 2",
        "COUNT, 5, 1",
        "COUNT, 0, 1",
        "COUNT, 3, 6",
        "COUNT, 4, 1",
        "COUNT, 4, 2",
        "COUNT, 10, 1",
        "L1, 0, -9223372036854775808",
        "L2, 0, -9223372036854775808",
        "L2, 1, -9223372036854775808",
        "L2, 12, -9223372036854775808",
        "L2, 1, 1125899906842624",
        "L2, 2, 65536",
        "L2, 8, 1",
    })
    void whatIsFoundIsWhatThePeerFinds(Place place, int index, long bits) throws IOException {
        Peer peer = new Peer(folder);
        Path image = spoilt(peer, place, index, bits);
        CheckResult found = Qcow2Format.check(image, Repair.NONE);
        JsonNode theirs = report(peer);
        assertEquals(number(theirs, "corruptions"), found.corruptions(), theirs::toString);
        assertEquals(number(theirs, "leaks"), found.leaks(), theirs::toString);
        assertEquals(number(theirs, "image-end-offset"), found.imageEnd());
        assertEquals(number(theirs, "total-clusters"), found.totalClusters());
        assertEquals(number(theirs, "allocated-clusters"), found.allocatedClusters());
        assertEquals(number(theirs, "fragmented-clusters"), found.fragmentedClusters());
        assertEquals(number(theirs, "compressed-clusters"), found.compressedClusters());
    }

    @ParameterizedTest
    @CsvSource({
        "COUNT, 0, 0",
        "COUNT, 5, 2",
        "COUNT, 5, 1",
        "COUNT, 0, 1",
        "COUNT, 3, 6",
        "COUNT, 4, 1",
        "COUNT, 30, 1",
        "L1, 0, -9223372036854775808",
        "L2, 1, -9223372036854775808",
        "L2, 2, 65536",
    })
    void wrongCountsAreRepaired(Place place, int index, long bits) throws IOException {
        Peer peer = new Peer(folder);
        Path image = spoilt(peer, place, index, bits);
        Files.copy(image, folder.resolve("before"));
        CheckResult found = Qcow2Format.check(image, Repair.NONE);
        CheckResult repaired = Qcow2Format.check(image, Repair.ALL);
        assertTrue(repaired.isClean(), repaired::toString);
        assertEquals(found.corruptions(), repaired.corruptionsFixed());
        assertEquals(found.leaks(), repaired.leaksFixed());
        peer.requireClean("image");
        assertArrayEquals(peer.content("before", "qcow2"), peer.content("image", "qcow2"));
        assertEquals(0, Qcow2Format.check(image, Repair.ALL).corruptionsFixed());
    }

    @ParameterizedTest
    @CsvSource({"L2, 0, 512", "L2, 1, 1125899906842624"})
    void damageBeyondCountsIsLeftAlone(Place place, int index, long bits) throws IOException {
        Path image = spoilt(new Peer(folder), place, index, bits);
        byte[] before = Files.readAllBytes(image);
        CheckResult found = Qcow2Format.check(image, Repair.ALL);
        assertTrue(found.corruptions() > 0 && found.corruptionsFixed() == 0, found::toString);
        assertTrue(found.messages().getLast().startsWith("It cannot be repaired"));
        assertArrayEquals(before, Files.readAllBytes(image));
    }

    @Test
    void leaksAloneAreLeftInADamagedImage() throws IOException {
        Peer peer = new Peer(folder);
        Path image = spoilt(peer, Place.COUNT, 30, 1);
        assertEquals(1, Qcow2Format.check(image, Repair.LEAKS).leaksFixed());
        peer.requireClean("image");
        spoil(image, Place.COUNT, 30, 1);
        spoil(image, Place.COUNT, 5, 1);
        byte[] before = Files.readAllBytes(image);
        CheckResult found = Qcow2Format.check(image, Repair.LEAKS);
        assertTrue(found.leaks() == 1 && found.corruptions() > 0, found::toString);
        assertArrayEquals(before, Files.readAllBytes(image));
    }

    @Test
    void marksOfDamageGoWithTheDamage() throws IOException {
        Path image = spoilt(new Peer(folder), Place.COUNT, 5, 1);
        try (ChannelFile file = openRw(image)) {
            new HeaderFlags(file, Qcow2Header.read(file), true).set(Features.CORRUPT);
            CheckRun.run(file, Repair.ALL);
            assertFalse(Qcow2Header.read(file).has(Features.CORRUPT | Features.DIRTY));
        }
    }

    @Test
    void anImageInUseIsCheckedAndRepairedUnderItsUsers() throws IOException {
        Peer peer = new Peer(folder);
        Path image = spoilt(peer, Place.COUNT, 30, 1);
        try (TestGraph graph = new TestGraph()) {
            graph.add(image(image, GivenOptions.named("disk")));
            BlockChecks checks = new BlockChecks(graph.graph());
            try (BlockBackend user = graph.writer(graph.graph().node("disk"))) {
                write(user, 300_000);
                assertEquals(1, checks.check("disk", Repair.NONE).leaks());
                assertEquals(1, checks.check("disk", Repair.ALL).leaksFixed());
                write(user, 900_000);
                assertTrue(checks.check("disk", Repair.NONE).isClean());
            }
        }
        peer.requireClean("image");
        assertEquals(5, peer.content("image", "qcow2")[900_000 / 512 * 512]);
    }

    @Test
    void aFileIsCheckedUnlessItsImageIsWritten() throws IOException {
        Path image = spoilt(new Peer(folder), Place.COUNT, 30, 1);
        try (TestGraph graph = new TestGraph()) {
            graph.add(file(image, GivenOptions.named("file")));
            BlockChecks checks = new BlockChecks(graph.graph());
            assertEquals(1, checks.check("file", Repair.LEAKS).leaksFixed());
            graph.add(
                    Qcow2Driver.define(
                            GivenOptions.named("disk"),
                            Qcow2Settings.DEFAULTS,
                            ChildDefinition.reference("file", ChildRole.IMAGE, "file"),
                            null,
                            null));
            assertThrows(BlockException.class, () -> checks.check("file", Repair.NONE));
        }
    }

    @Test
    void aReadOnlyNodeIsCheckedAndNotRepaired() throws IOException {
        Path image = spoilt(new Peer(folder), Place.COUNT, 30, 1);
        try (TestGraph graph = new TestGraph()) {
            graph.add(image(image, GivenOptions.named("disk").withReadOnly(true)));
            BlockChecks checks = new BlockChecks(graph.graph());
            assertEquals(1, checks.check("disk", Repair.NONE).leaks());
            BlockException refusal =
                    assertThrows(BlockException.class, () -> checks.check("disk", Repair.ALL));
            assertEquals(Errno.EROFS, refusal.errno());
        }
    }

    // Images

    /** An image with data in a row, a gap, zeros, and a compressed cluster. */
    private Path spoilt(Peer peer, Place place, int index, long bits) throws IOException {
        peer.run("qemu-img", "create", "-q", "-f", "qcow2", "image", "1M");
        peer.io(
                "image",
                List.of(
                        "write -P 1 0 256k",
                        "write -P 2 512k 64k",
                        "write -z 640k 64k",
                        "write -c -P 3 768k 64k"));
        peer.requireClean("image");
        Path image = folder.resolve("image");
        spoil(image, place, index, bits);
        return image;
    }

    private static void spoil(Path image, Place place, int index, long bits) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(image));
        int l1 = (int) bytes.getLong(Qcow2Header.L1_OFFSET_AT);
        switch (place) {
            case COUNT -> {
                long table = bytes.getLong(Qcow2Header.REFCOUNT_TABLE_AT);
                int at = (int) bytes.getLong((int) table) + 2 * index;
                bytes.putShort(at, (short) (bytes.getShort(at) ^ bits));
            }
            case L1 -> turn(bytes, l1 + 8 * index, bits);
            case L2 -> turn(bytes, (int) L2Entry.host(bytes.getLong(l1)) + 8 * index, bits);
        }
        Files.write(image, bytes.array());
    }

    private static void turn(ByteBuffer bytes, int at, long bits) {
        bytes.putLong(at, bytes.getLong(at) ^ bits);
    }

    private static void write(BlockBackend disk, long offset) {
        byte[] data = new byte[4096];
        Arrays.fill(data, (byte) 5);
        disk.write(offset / 512 * 512, ByteBuffer.wrap(data), WriteFlags.NONE);
    }

    private static NodeDefinition image(Path path, GivenOptions options) {
        return Qcow2Driver.define(
                options,
                Qcow2Settings.DEFAULTS,
                ChildDefinition.inline("file", ChildRole.IMAGE, file(path, GivenOptions.NONE)),
                null,
                null);
    }

    private static NodeDefinition file(Path path, GivenOptions options) {
        return FileDriver.define(options, FileSettings.of(path.toString()));
    }

    private static ChannelFile openRw(Path path) {
        return ChannelFile.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    // The peer

    private static JsonNode report(Peer peer) {
        Peer.Outcome outcome =
                peer.tryRun(List.of("qemu-img", "check", "--output=json", "-f", "qcow2", "image"));
        return JSON.readTree(outcome.output().substring(outcome.output().indexOf('{')));
    }

    private static long number(JsonNode report, String member) {
        JsonNode value = report.get(member);
        return value == null ? 0 : value.longValue();
    }
}
