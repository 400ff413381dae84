package dev.quarry.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qmp.JsonFramer.Frame;
import dev.quarry.qmp.JsonFramer.Malformed;
import dev.quarry.qmp.JsonFramer.Value;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Depth, count and size at their limits, and the time that bad input takes. */
class JsonFramerLimitsTest {
    private final JsonFramer framer = new JsonFramer();

    @Test
    void takes1024LevelsAndNotOneMore() {
        assertEquals(1, feed("[".repeat(1024) + "]".repeat(1024)).size());
        List<Frame> tooDeep = feed("[".repeat(1025));
        assertTrue(description(tooDeep.get(0)).contains("1024"));
        assertEquals(1, tooDeep.size());
        assertTrue(framer.isIdle());
    }

    @Test
    void countsBothKindsOfBracketForTheDepth() {
        assertEquals(0, feed("{\"a\":[".repeat(512)).size());
        assertEquals(1, feed("[").size());
    }

    @Test
    void everyClosingBracketAfterTooDeepAMessageIsAnError() {
        assertEquals(1 + 1025, feed("[".repeat(1025) + "]".repeat(1025)).size());
    }

    @Test
    void takesTwoToTheTwentyOneTokensAndNotOneMore() {
        String elements = "0,".repeat((1 << 20) - 2);
        assertTrue(feed("[" + elements + "0]").get(0) instanceof Value);
        Frame over = feed("[" + elements + "0,0,").get(0);
        assertTrue(description(over).contains("tokens"));
    }

    @Test
    void aTokenAbove64MebibytesIsDropped() {
        feed("\"");
        byte[] block = new byte[1 << 20];
        Arrays.fill(block, (byte) 'a');
        for (int i = 0; i < 64; i++) {
            assertEquals(List.of(), feed(block));
        }
        List<Frame> frames = feed("b\n{}");
        assertTrue(description(frames.get(0)).contains("larger"));
        assertTrue(frames.get(frames.size() - 1) instanceof Value);
    }

    @Test
    void aMessageAbove64MebibytesOfTokensIsDropped() {
        String element = "\"" + "a".repeat((1 << 20) - 1) + "\",";
        assertEquals(List.of(), feed("["));
        for (int i = 0; i < 63; i++) {
            assertEquals(List.of(), feed(element));
        }
        assertTrue(description(feed(element + element).get(0)).contains("larger"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[",
                "]",
                "{\"a\":",
                "[]",
                "[],",
                "0,",
                "\u00ff",
                "1",
                "\"\\u00e9",
                "1e1 ",
                "[[1 2]",
                "{\"a\":1 ",
                "'",
                "a"
            })
    void twoMebibytesOfAnythingTakeLessThanASecond(String piece) {
        assertQuick(piece.repeat((2 << 20) / piece.length()));
    }

    @Test
    void twoMebibytesOfDistinctNamesTakeLessThanASecond() {
        StringBuilder object = new StringBuilder("{");
        for (int i = 0; object.length() < 2 << 20; i++) {
            object.append("\"").append(i).append("\":").append(i).append(',');
        }
        assertQuick(object.append("\"end\":0}").toString());
    }

    /** In processor time, so that a busy machine does no harm. */
    private void assertQuick(String input) {
        ByteBuffer bytes = ByteBuffer.wrap(input.getBytes(StandardCharsets.ISO_8859_1));
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        Frame frame = framer.next(bytes);
        while (frame != null) {
            frame = framer.next(bytes);
        }
        long spent = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
        assertTrue(spent < 1_000_000_000L, () -> spent / 1_000_000 + " ms");
    }

    private List<Frame> feed(String input) {
        return feed(input.getBytes(StandardCharsets.ISO_8859_1));
    }

    private List<Frame> feed(byte[] input) {
        List<Frame> frames = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(input);
        for (Frame f = framer.next(bytes); f != null; f = framer.next(bytes)) {
            frames.add(f);
        }
        return frames;
    }

    private static String description(Frame frame) {
        return ((Malformed) frame).description();
    }
}
