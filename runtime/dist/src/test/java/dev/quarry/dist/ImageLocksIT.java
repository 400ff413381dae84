package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Locks on image files: who has an image open and who may open it too is the same whether both are
 * the reference's programs or one of them is ours. The uses are in {@code image-locks.txt}.
 */
@Timeout(180)
class ImageLocksIT {
    private static final int MIB = 1 << 20;

    @TempDir private Path folder;
    private final Deque<ServedDaemon> open = new ArrayDeque<>();

    @BeforeEach
    void images() throws IOException {
        TestNeeds.tools("qemu-img", "qemu-io", PeerDaemon.PROGRAM);
        Assumptions.assumeFalse(Target.isPeer(), "not run: the peer with itself");
        Images.create(folder.resolve("a.qcow2"), "qcow2", MIB);
        Images.create(folder.resolve("top.qcow2"), "qcow2", MIB, "-b", "a.qcow2", "-F", "qcow2");
        SparseFile.create(folder.resolve("a.raw"), MIB);
    }

    @AfterEach
    void close() throws IOException {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    @TestFactory
    Stream<DynamicTest> oneOfUsAndOneOfThemAnswerAsTwoOfThem() throws IOException {
        List<ImageUse> uses = ImageUse.read(folder);
        MonitorClient ours = ours();
        MonitorClient otherOurs = ours();
        MonitorClient theirs = theirs();
        MonitorClient otherTheirs = theirs();
        List<ImageUse> tools = uses.stream().filter(ImageUse::isTool).toList();
        List<ImageUse> nodes = uses.stream().filter(use -> !use.isTool()).toList();
        return nodes.stream()
                .map(holder ->
                        DynamicTest.dynamicTest(
                                holder.name(),
                                () -> {
                                    assertEquals(
                                            answers(holder, theirs, tools, theirs),
                                            answers(holder, ours, tools, ours));
                                    String expected = answers(holder, theirs, nodes, otherTheirs);
                                    assertEquals(expected, answers(holder, ours, nodes, theirs));
                                    assertEquals(expected, answers(holder, theirs, nodes, ours));
                                    assertEquals(expected, answers(holder, ours, nodes, otherOurs));
                                }));
    }

    /** Which uses of its image go beside this one, a line each. */
    private static String answers(
            ImageUse holder, MonitorClient holding, List<ImageUse> uses, MonitorClient asking) {
        StringBuilder answers = new StringBuilder();
        assertTrue(holder.begin(holding), holder::toString);
        for (ImageUse use : uses) {
            if (use.image().equals(holder.image())) {
                boolean granted = use.begin(asking);
                answers.append(granted ? "  goes: " : "refused: ").append(use.name()).append('\n');
                if (granted) {
                    use.end(asking);
                }
            }
        }
        holder.end(holding);
        return answers.toString();
    }

    @Test
    void refusalsTellOfTheLockAndTheFile() throws IOException {
        MonitorClient ours = ours();
        String node =
                "{'driver':'qcow2','node-name':'n','file':{'driver':'file','filename':'%s'}}"
                        .formatted(folder.resolve("a.qcow2"));
        ours.execute("blockdev-add", node);
        for (String command : List.of("qemu-img info", "qemu-io -c flush")) {
            Tools.Result refused =
                    Tools.run("sh", "-c", command + " -f qcow2 " + folder.resolve("a.qcow2"));
            assertTrue(refused.exit() != 0 && refused.err().contains("lock"), refused::toString);
        }
        String reason = theirs().refused("blockdev-add", node).toString();
        assertTrue(reason.contains("lock"), reason);
        reason = ours().refused("blockdev-add", node).toString();
        assertTrue(reason.contains("lock") && reason.contains("a.qcow2"), reason);
    }

    @Test
    void imageThatToolsHaveOpenIsRefusedUntilTheyEnd() throws IOException {
        Path image = folder.resolve("a.qcow2");
        Path full = folder.resolve("full.raw");
        byte[] content = new byte[16 * MIB];
        Arrays.fill(content, (byte) 1);
        Files.write(full, content);
        Images.create(image, "qcow2", content.length);
        MonitorClient ours = ours();
        for (List<String> command :
                List.of(
                        List.of("qemu-io", "-f", "qcow2", image.toString()),
                        List.of(
                                "qemu-img",
                                "convert",
                                "-n",
                                "-r",
                                "1M",
                                "-O",
                                "qcow2",
                                "-f",
                                "raw",
                                full.toString(),
                                image.toString()))) {
            ImageUse use = writer(image);
            Process tool = new ProcessBuilder(command).start();
            try {
                boolean locked = Pause.until(Duration.ofSeconds(10), () -> isNotShared(image));
                assertTrue(locked, "never locked by " + command);
                assertTrue(isRefused(ours, use), "not refused beside " + command);
                assertTrue(tool.isAlive(), command::toString);
            } finally {
                Tools.end(tool);
                tool.onExit().join();
            }
            assertFalse(isRefused(ours, use), "still refused after " + command);
        }
    }

    /** Whether somebody has told by a lock on byte 201 that nobody else may write. */
    private static boolean isNotShared(Path image) {
        try {
            Pattern lock =
                    Pattern.compile(":" + Files.getAttribute(image, "unix:ino") + " (\\d+) (\\d+)");
            Matcher locks = lock.matcher(Files.readString(Path.of("/proc/locks")));
            while (locks.find()) {
                long first = Long.parseLong(locks.group(1));
                long last = Long.parseLong(locks.group(2));
                if (first <= 201 && 201 <= last) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ImageUse writer(Path image) {
        String node =
                "{'driver':'qcow2','node-name':'n','file':{'driver':'file','filename':'%s'}}"
                        .formatted(image);
        return new ImageUse("a.qcow2", "writer", node, "no");
    }

    private static boolean isRefused(MonitorClient monitor, ImageUse use) {
        boolean granted = use.begin(monitor);
        if (granted) {
            use.end(monitor);
        }
        return !granted;
    }

    private MonitorClient ours() throws IOException {
        return start(ServedDaemon::target);
    }

    private MonitorClient theirs() throws IOException {
        return start(ServedDaemon::peer);
    }

    private MonitorClient start(ServedDaemon.Kind kind) throws IOException {
        ServedDaemon daemon = kind.start(folder);
        open.push(daemon);
        return daemon.monitor();
    }
}
