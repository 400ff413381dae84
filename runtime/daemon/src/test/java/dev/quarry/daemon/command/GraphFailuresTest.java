package dev.quarry.daemon.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qmp.codec.QmpException;
import dev.quarry.testing.Seed;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Random commands of many kinds on a graph that is in use: after each that is refused the nodes and
 * their edges are what they were before, and no file is open that was not. The kinds are in {@code
 * graph-failures.txt}.
 */
class GraphFailuresTest {
    private static final int COMMANDS = 2000;
    private static final Pattern CHOICE = Pattern.compile("<([^<>]*)>");

    @TempDir Path folder;

    @Test
    void refusedCommandsChangeNothing() throws IOException {
        Seed seed = Seed.next();
        Random random = seed.random("commands");
        List<String> kinds =
                TestImages.read("graph-failures.txt")
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .toList();
        Set<String> neverRefused = new LinkedHashSet<>(kinds);
        int done = 0;
        try (GraphBench bench = new GraphBench(true)) {
            build(bench);
            State before = State.of(bench, folder);
            for (int at = 0; at < COMMANDS; at++) {
                String kind = kinds.get(random.nextInt(kinds.size()));
                String command = drawn(kind, random);
                if (runs(bench, command)) {
                    before = State.of(bench, folder);
                    done++;
                } else {
                    neverRefused.remove(kind);
                    assertEquals(
                            before, State.of(bench, folder), () -> command + " changed; " + seed);
                }
            }
        }
        assertEquals(Set.of(), neverRefused, () -> "kinds never refused; " + seed);
        assertTrue(done > COMMANDS / 20, done + " commands worked; " + seed);
    }

    /** A file under raw nodes one of which is written to, an overlay in use, a device, a lock. */
    private void build(GraphBench bench) throws IOException {
        TestImages.create(folder, "raw", "a.raw", "64k");
        TestImages.create(folder, "raw", "b.raw", "64k");
        TestImages.create(folder, "qcow2", "base.qcow2", "64k");
        TestImages.create(folder, "qcow2", "top.qcow2", "64k", "base.qcow2");
        TestImages.create(folder, "qcow2", "locked.qcow2", "64k");
        TestImages.create(folder, "qcow2", "free.qcow2", "64k", "locked.qcow2");
        TestImages.create(folder, "qcow2", "v2.qcow2", "64k", "v2");
        Files.writeString(folder.resolve("bad.qcow2"), "no image at all");
        for (String add :
                List.of(
                        "{'driver':'file','node-name':'f','filename':'@/a.raw'}",
                        "{'driver':'raw','node-name':'r','file':'f'}",
                        "{'driver':'raw','node-name':'w','file':'f'}",
                        "{'driver':'null-co','id':'dev','node-name':'d','size':65536}",
                        "{'driver':'qcow2','node-name':'l','file':"
                                + "{'driver':'file','filename':'@/locked.qcow2','locking':'on'}}",
                        "{'driver':'file','node-name':'bf','filename':'@/base.qcow2'}",
                        "{'driver':'qcow2','node-name':'b','file':'bf'}",
                        "{'driver':'file','node-name':'qf','filename':'@/top.qcow2'}",
                        "{'driver':'qcow2','node-name':'q','file':'qf','backing':'b'}")) {
            bench.run("blockdev-add", add.replace("@", folder.toString()));
        }
        bench.use("one", "w", "write");
        bench.use("two", "q", "write");
    }

    private String drawn(String kind, Random random) {
        Matcher choice = CHOICE.matcher(kind);
        String drawn =
                choice.replaceAll(found -> {
                    String[] parts = found.group(1).split("\\|", -1);
                    return Matcher.quoteReplacement(parts[random.nextInt(parts.length)]);
                });
        return drawn.replace("@", folder.toString());
    }

    private static boolean runs(GraphBench bench, String command) {
        int space = command.indexOf(' ');
        try {
            bench.run(command.substring(0, space), command.substring(space + 1));
            return true;
        } catch (QmpException refused) {
            return false;
        }
    }

    /** All that a refused command might have left behind. */
    private record State(JsonNode nodes, JsonNode edges, List<String> files) {
        static State of(GraphBench bench, Path folder) throws IOException {
            return new State(
                    bench.run("query-named-block-nodes", "{}"),
                    bench.run("x-debug-query-block-graph", "{}"),
                    openIn(folder));
        }

        /** The files of the folder that this process has open, one for each descriptor. */
        private static List<String> openIn(Path folder) throws IOException {
            try (var descriptors = Files.list(Path.of("/proc/self/fd"))) {
                return descriptors
                        .filter(Files::exists)
                        .map(State::target)
                        .filter(name -> name.startsWith(folder.toString()))
                        .sorted()
                        .toList();
            }
        }

        private static String target(Path descriptor) {
            try {
                return Files.readSymbolicLink(descriptor).toString();
            } catch (IOException gone) {
                return "";
            }
        }
    }
}
