package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Zero writes, write-zeroes and trims leave the same image behind as the reference daemon did: one
 * test for each recorded line, for the packaged daemon and for the reference daemon of this
 * machine.
 */
@Timeout(300)
class ZeroesCorpusIT {
    private static final int MIB = 1 << 20;
    private static final int FILL = 0xbb;

    @TempDir private Path folder;
    private final ServedDaemon.Kept kept = new ServedDaemon.Kept();

    @TestFactory
    Stream<DynamicTest> everyRecordedLineHolds() throws IOException {
        return tests(ServedDaemon::target);
    }

    @TestFactory
    Stream<DynamicTest> everyRecordedLineHoldsForThePeerHere() throws IOException {
        Assumptions.assumeFalse(Target.isPeer(), "not run: the peer is the target");
        TestNeeds.tool(PeerDaemon.PROGRAM);
        return tests(ServedDaemon::peer);
    }

    private Stream<DynamicTest> tests(ServedDaemon.Kind kind) throws IOException {
        Path corpus = TestNeeds.corpus("zeroes");
        TestNeeds.tools("qemu-img", "qemu-io", "stat");
        FileSystemNeeds.holes(folder);
        List<String> lines = new ArrayList<>();
        lines.addAll(Files.readAllLines(corpus.resolve("detect-zeroes-oracle-7.2.22.txt")));
        lines.addAll(Files.readAllLines(corpus.resolve("nbd-zero-trim-oracle-7.2.22.txt")));
        assertEquals(36, lines.size(), "lines of the corpus");
        return lines.stream().map(line -> DynamicTest.dynamicTest(line, () -> check(line, kind)));
    }

    @AfterEach
    void endDaemon() throws IOException {
        kept.close();
    }

    private void check(String line, ServedDaemon.Kind kind) throws IOException {
        ZeroCase zeroCase = ZeroCase.of(line);
        Path image = fullImage(zeroCase);
        String node = zeroCase.node().formatted(image);
        kept.run(
                kind,
                folder,
                daemon -> {
                    if (zeroCase.map() == null) {
                        checkRefusal(daemon.monitor(), node);
                    } else {
                        checkWork(zeroCase, image, node, daemon);
                    }
                });
    }

    private static void checkRefusal(MonitorClient monitor, String node) {
        var error = monitor.refused("blockdev-add", node);
        assertEquals("GenericError", error.path("class").asString(""));
        String text = error.path("desc").asString("");
        assertTrue(text.contains("detect-zeroes") && text.contains("discard"), text);
        assertEquals(List.of(), monitor.nodeNames(), "nodes left by the refusal");
    }

    private void checkWork(ZeroCase zeroCase, Path image, String node, ServedDaemon daemon)
            throws IOException {
        MonitorClient monitor = daemon.monitor();
        monitor.execute("blockdev-add", node);
        monitor.execute(
                "block-export-add",
                "{'type': 'nbd', 'id': 'e', 'node-name': 'q', 'writable': true}");
        String uri = "nbd+unix:///q?socket=" + daemon.socket();
        Images.io("raw", uri, zeroCase.commands().toArray(String[]::new));
        monitor.execute("block-export-del", "{'id': 'e', 'mode': 'hard'}");
        monitor.execute("blockdev-del", "{'node-name': 'q'}");
        checkContent(zeroCase, image);
        String map = Images.map(image, zeroCase.format()).toString();
        assertEquals(zeroCase.expectedExtents(), ZeroCase.extents(map), () -> "map " + map);
        assertEquals(zeroCase.kib(), Tools.allocated(image) / 1024, "allocated KiB");
        if (zeroCase.format().equals("qcow2")) {
            Images.expectClean(image);
        }
    }

    /** What was written as zeroes reads as zeroes; a trim may also leave the old bytes. */
    private void checkContent(ZeroCase zeroCase, Path image) throws IOException {
        byte[] content = Images.content(image, zeroCase.format(), folder);
        boolean[] written = new boolean[MIB];
        for (String command : zeroCase.commands()) {
            List<String> words = List.of(command.split(" ", -1));
            int offset = Integer.parseInt(words.get(words.size() - 2));
            int end = offset + bytes(words.getLast());
            Arrays.fill(written, offset, end, true);
        }
        boolean trim = zeroCase.commands().getFirst().startsWith("discard");
        for (int at = 0; at < MIB; at++) {
            boolean old = (content[at] & 0xff) == FILL;
            boolean right = written[at] ? content[at] == 0 || (trim && old) : old;
            assertTrue(right, "wrong byte " + content[at] + " at " + at);
        }
    }

    private static int bytes(String size) {
        return size.endsWith("k")
                ? 1024 * Integer.parseInt(size.substring(0, size.length() - 1))
                : Integer.parseInt(size);
    }

    private Path fullImage(ZeroCase zeroCase) {
        String[] options = zeroCase.create().toArray(String[]::new);
        Path image = Images.create(folder.resolve("t.img"), zeroCase.format(), MIB, options);
        Images.io(zeroCase.format(), image.toString(), "write -P " + FILL + " 0 1M");
        return image;
    }
}
