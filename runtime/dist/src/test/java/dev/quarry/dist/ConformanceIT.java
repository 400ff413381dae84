package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The recorded conversations with the reference daemon: those that are listed as passing must pass.
 * The list only grows.
 */
class ConformanceIT {
    private static final Path LISTED =
            Path.of("src/test/resources/dev/quarry/dist/conformance.txt");
    private static final Duration LIMIT = Duration.ofMinutes(8);
    private static final Pattern PASSED = Pattern.compile("(?m)^ok +(\\S+)$");

    @Test
    @Timeout(600)
    void listedConversationsPass() throws IOException {
        Path corpus = TestNeeds.corpus("qmp");
        TestNeeds.tools("python3");
        Set<String> expected = listed();
        assertTrue(expected.size() >= 45, "the list is there");
        Tools.Result result = replay(corpus, expected);
        Set<String> failed = new TreeSet<>(expected);
        failed.removeAll(passedIn(result.out()));
        assertEquals(Set.of(), failed, result::toString);
    }

    private static Tools.Result replay(Path corpus, Set<String> cases) {
        String target = String.join(" ", Target.command(Target.compat()));
        return Tools.run(
                List.of(
                        "python3",
                        corpus.resolve("qmpconform.py").toString(),
                        "-v",
                        "-j",
                        "2",
                        "--timeout",
                        "20",
                        "--start-timeout",
                        "60",
                        "--filter",
                        "/(" + String.join("|", cases) + ")\\.json$",
                        "--target",
                        target + " {args}",
                        corpus.resolve("open").toString()),
                new byte[0],
                LIMIT);
    }

    private static Set<String> listed() throws IOException {
        return Files.readAllLines(LISTED).stream()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> passedIn(String out) {
        return PASSED.matcher(out)
                .results()
                .map((MatchResult match) -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
