package dev.quarry.qapi.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.testing.Seed;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Documentation shuffled at random: the pages stay sound, whatever it looks like. */
class RandomDocumentationTest {
    private static final int ROUNDS = 100;
    private static final List<String> LINES =
            List.of(
                    "#",
                    "# = Title",
                    "# == Sub",
                    "# ======",
                    "# Words",
                    "# @radius: More words.",
                    "# @stray: Of nothing.",
                    "# @:",
                    "# Features:",
                    "# Returns: @Kind",
                    "# Note:",
                    "# Examples:",
                    "# TODO: more",
                    "# Since: 1.0",
                    "# - item",
                    "#   3. inner",
                    "# .. note::",
                    "# .. qmp-example::",
                    "#    :annotated:",
                    "#      -> { \"execute\": \"draw\", \"x\": [ 1.5, null ] }",
                    "# <- {",
                    "# | bar",
                    "# text::",
                    "# ====  ===",
                    "# <b>&amp;</b> ``x`` *y* **z** `Kind` @Kind @Shape.kind http://x.y",
                    "##",
                    "#junk");

    @TempDir private Path folder;

    @Test
    void pagesStaySound() throws IOException {
        List<String> sound =
                Files.readAllLines(Path.of("src/test/resources/manual/shapes.json")).stream()
                        .filter(l -> !l.contains("include"))
                        .map(l -> l.replace("'Style'", "'str'"))
                        .toList();
        Seed seed = Seed.next();
        SplittableRandom random = seed.random();
        int accepted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String text = String.join("\n", shuffled(sound, random));
            Path schema = Files.writeString(folder.resolve("s.json"), text);
            try {
                Schema read = SchemaChecker.check(schema, Dialect.AUTO);
                Pages.check(Manual.of(read, "Random"));
                accepted++;
            } catch (SchemaException e) {
                assertTrue(e.getMessage().contains("s.json:"), e.getMessage());
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(seed + ": " + e + "\n" + text, e);
            }
        }
        assertTrue(accepted > ROUNDS / 10, seed + ": hardly any schema is accepted: " + accepted);
    }

    private static List<String> shuffled(List<String> sound, SplittableRandom random) {
        List<String> lines = new ArrayList<>(sound);
        for (int i = random.nextInt(1, 12); i > 0; i--) {
            int at = random.nextInt(lines.size());
            if (lines.get(at).startsWith("# ")) {
                lines.add(at, LINES.get(random.nextInt(LINES.size())));
            }
        }
        return lines;
    }
}
