package dev.quarry.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.Seed;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Random input: seeded, the seed is in the failure message. */
class JsonFramerRandomTest {
    private static final int INPUTS = 20_000;
    private static final byte[] RESYNC = {'\n', (byte) 0xFF, '\n'};
    private static final byte[] MARK = "{\"mark\":1}".getBytes(StandardCharsets.UTF_8);

    private final Seed seed = Seed.next();
    private final SplittableRandom random = seed.random();

    @Test
    void anyGarbageIsSurvivedAndAResyncByteEndsIt() {
        for (int i = 0; i < INPUTS; i++) {
            byte[] garbage = random.nextBoolean() ? RandomInput.next(random) : bytes();
            Outcomes outcomes = new Outcomes();
            feed(outcomes, garbage);
            feed(outcomes, RESYNC);
            feed(outcomes, MARK);
            List<String> all = outcomes.all();
            assertEquals("{\"mark\": 1}", all.get(all.size() - 1), failure(garbage));
        }
    }

    @Test
    void theSplitOfTheInputChangesNothing() {
        for (int i = 0; i < 2000; i++) {
            byte[] input = RandomInput.next(random);
            assertEquals(Outcomes.of(input), inPieces(input), failure(input));
        }
    }

    @Test
    void anOutcomeTakesAtLeastOneByte() {
        for (int i = 0; i < INPUTS; i++) {
            byte[] input = bytes();
            int most = input.length + 1; // "(open)" may be added
            assertTrue(Outcomes.of(input).size() <= most, failure(input));
        }
    }

    private List<String> inPieces(byte[] input) {
        Outcomes outcomes = new Outcomes();
        int at = 0;
        while (at < input.length) {
            int to = at + random.nextInt(input.length - at + 1);
            outcomes.feed(input, at, to);
            at = to;
        }
        return outcomes.all();
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static void feed(Outcomes outcomes, byte[] bytes) {
        outcomes.feed(bytes, 0, bytes.length);
    }

    private Supplier<String> failure(byte[] input) {
        return () -> seed + " input " + ByteNotation.print(input);
    }
}
