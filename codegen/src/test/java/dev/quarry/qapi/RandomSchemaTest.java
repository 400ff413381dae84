package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.json.Introspection;
import dev.quarry.qapi.json.Presence;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.syntax.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Good schemas, damaged at random: whatever comes of it is a schema or a diagnostic with a place,
 * and nothing else. {@code -Dseed=} replays.
 */
class RandomSchemaTest {
    private static final int ROUNDS = 3000;
    private static final List<Path> SEEDLINGS =
            List.of(
                    Path.of("src/test/resources/cases/7.2/good-everything.json"),
                    Path.of("src/test/resources/cases/auto/good-all-ages.json"),
                    Path.of("src/test/resources/cases/8.1/good-union-in-union.json"),
                    Path.of("src/test/resources/golden/shapes.json"));
    private static final List<String> PIECES =
            List.of(
                    "{",
                    "}",
                    "[",
                    "]",
                    ",",
                    ":",
                    "'",
                    "#",
                    "##\n",
                    "\n",
                    "\\",
                    "true",
                    "\u00e9",
                    "'*'",
                    "''",
                    "'if': 'A'",
                    "'base': 'Point'",
                    "'data': {}",
                    "# @x:\n",
                    "!",
                    "(");

    @TempDir private Path folder;

    @Test
    void aDamagedSchemaIsRefusedWithAPlaceOrAccepted() throws IOException {
        long seed = Long.getLong("seed", new SplittableRandom().nextLong());
        SplittableRandom random = new SplittableRandom(seed);
        int refused = 0;
        Path file = folder.resolve("damaged.json");
        for (int round = 0; round < ROUNDS; round++) {
            String good = Files.readString(SEEDLINGS.get(random.nextInt(SEEDLINGS.size())));
            String text = damaged(good.replace("parts/", ""), random);
            Files.writeString(file, text);
            refused += outcome(file, random, "seed " + seed + ", round " + round + ":\n" + text);
        }
        assertTrue(refused > ROUNDS / 4, "hardly anything was refused, seed " + seed);
    }

    private static String damaged(String good, SplittableRandom random) {
        StringBuilder text = new StringBuilder(good);
        for (int n = random.nextInt(1, 4); n > 0; n--) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + random.nextInt(0, 12));
            String piece =
                    random.nextBoolean()
                            ? PIECES.get(random.nextInt(PIECES.size()))
                            : text.substring(random.nextInt(at + 1), at);
            text.replace(at, end, piece);
        }
        return text.toString();
    }

    /** 1 for a refusal, 0 for a schema. */
    private static int outcome(Path file, SplittableRandom random, String context) {
        List<String> dialects = List.of("auto", "7.2", "2.1", "6.1", "9.1");
        Dialect dialect = Dialect.of(dialects.get(random.nextInt(dialects.size())));
        try {
            var schema = SchemaChecker.check(file, dialect);
            Introspection.of(schema, random.nextBoolean(), Presence.keep());
            return 0;
        } catch (SchemaException e) {
            assertFalse(e.diagnostics().isEmpty(), context);
            e.diagnostics().forEach(d -> assertTrue(d.location().line() > 0, context));
            return 1;
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError(context, e);
        }
    }
}
