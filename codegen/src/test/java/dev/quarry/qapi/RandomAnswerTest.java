package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.introspect.Answer;
import dev.quarry.qapi.introspect.IntrospectionException;
import dev.quarry.qapi.java.JavaBackEnd;
import dev.quarry.qapi.json.Introspection;
import dev.quarry.qapi.json.JsonReader;
import dev.quarry.qapi.json.JsonText;
import dev.quarry.qapi.json.Presence;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.Schema;
import dev.quarry.testing.Seed;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A good answer, damaged at random: whatever comes of it is Java that compiles, or a refusal that
 * names an element, and nothing else. {@code -Dseed=} replays.
 */
class RandomAnswerTest {
    private static final Path GARDEN =
            Path.of("src/test/resources/introspect/cases/good-garden.json");
    private static final int ROUNDS = 600;
    private static final int COMPILED = 5;

    @Test
    void aDamagedAnswerIsRefusedOrMakesJava() throws IOException {
        Seed seed = Seed.next();
        SplittableRandom random = seed.random();
        Object good = JsonReader.read(Files.readString(GARDEN));
        int accepted = 0;
        Map<String, String> sources = new TreeMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            int rarity = random.nextInt(30, 600);
            String text = JsonText.of(new DamagedAnswer(random, rarity).copy(good));
            Map<String, String> java = java(text, round, seed);
            accepted += java.isEmpty() ? 0 : 1;
            if (accepted <= COMPILED) {
                sources.putAll(java);
            }
        }
        assertTrue(accepted > ROUNDS / 30 && accepted < ROUNDS / 2, accepted + ", " + seed);
        String said = JavaCompilation.check(sources);
        assertTrue(said.isEmpty(), seed + "\n" + said);
    }

    @Test
    void namesThatJavaHasOtherUsesForMakeJava() throws IOException {
        Path answer = Path.of("src/test/resources/introspect/hard-names.json");
        Schema schema = Answer.read("hard names", Files.readString(answer));
        assertEquals("", JavaCompilation.check(JavaBackEnd.generate(schema, "org.example")));
    }

    private static Map<String, String> java(String text, int round, Seed seed) {
        try {
            Schema schema = Answer.read("garden", text);
            boolean answers = !Introspection.of(schema, true, Presence.keep()).isEmpty();
            assertEquals(canBeReached(schema), answers, seed + "\n" + text);
            return JavaBackEnd.generate(schema, "org.example.p" + round);
        } catch (IntrospectionException e) {
            assertTrue(e.getMessage().startsWith("garden: "), e.getMessage());
            return Map.of();
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError(seed + "\n" + text, e);
        }
    }

    /** Whether anything is left: an answer may be damaged so far that it is empty. */
    private static boolean canBeReached(Schema schema) {
        return !schema.all(CommandDefinition.class).isEmpty()
                || !schema.all(EventDefinition.class).isEmpty();
    }
}
