package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The recorded conversations with the reference daemon: those that are listed must pass. The list
 * only grows.
 */
@Timeout(600)
class ConformanceIT {
    private static final Path LISTS = Path.of("src/test/resources/dev/quarry/dist");
    private static final Path README = Path.of("../daemon/README.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([a-z0-9, -]+) \\| (.+) \\|$");

    @TempDir private Path folder;

    @Test
    void listedConversationsPass() throws IOException {
        assertFailing(Set.of(), Conversations.find(), Target.compat());
    }

    @Test
    void theyPassHoweverTheyAreCut() throws IOException {
        assertFailing(Set.of(), Conversations.find().byteByByte(folder), Target.compat());
    }

    @Test
    void inNativeAllButTheDocumentedPass() throws IOException {
        Assumptions.assumeFalse(Target.isPeer(), "not run: the peer is the target");
        Conversations all = Conversations.find().withMoreOfNodes(folder);
        assertFailing(differences().keySet(), all, List.of("--compat", "native"));
    }

    private static void assertFailing(
            Set<String> expected, Conversations conversations, List<String> options)
            throws IOException {
        var outcome = conversations.play(Target.command(options), listed());
        assertEquals(expected, outcome.failed(), outcome.result()::toString);
    }

    @Test
    void theReadmeTellsWhatDiffersInNative() throws IOException {
        assertEquals(differences(), rows("## What differs in `native`"));
    }

    @Test
    void theReadmesTellHowManyPass() throws IOException {
        String count = listed().size() + "";
        for (Path readme : List.of(README, Path.of("../../README.md"))) {
            String page = Files.readString(readme).replaceAll("\\s+", " ");
            assertTrue(page.contains(count + " are answered alike"), readme + " of " + count);
        }
    }

    @Test
    void theReadmeTellsWhatIsLeft() throws IOException {
        Set<String> left = Conversations.find().names();
        left.removeAll(listed());
        assertEquals(left, rows("## Conversations of the reference daemon").keySet());
    }

    private static Set<String> listed() throws IOException {
        Set<String> listed = new TreeSet<>(lines("conformance.txt"));
        assertTrue(listed.size() >= 45, "the list is there");
        return listed;
    }

    /** Why conversations go otherwise with the extensions on. */
    private static Map<String, String> differences() throws IOException {
        return lines("conformance-native.txt").stream()
                .map(line -> line.split(": ", 2))
                .collect(
                        Collectors.toMap(
                                sides -> sides[0], sides -> sides[1], (a, b) -> a, TreeMap::new));
    }

    private static List<String> lines(String file) throws IOException {
        return Files.readAllLines(LISTS.resolve(file)).stream()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .toList();
    }

    /** The rows of the first table under a heading: each name of the first column, and the rest. */
    private static Map<String, String> rows(String heading) throws IOException {
        String page = Files.readString(README);
        int start = page.indexOf(heading);
        assertTrue(start >= 0, heading);
        int table = page.indexOf("|---|", start);
        String section = page.substring(table, page.indexOf("\n\n", table));
        Map<String, String> rows = new TreeMap<>();
        Matcher row = ROW.matcher(section);
        while (row.find()) {
            for (String name : row.group(1).split(", ", -1)) {
                rows.put(name, row.group(2));
            }
        }
        return rows;
    }
}
