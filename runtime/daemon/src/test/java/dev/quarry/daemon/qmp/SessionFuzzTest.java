package dev.quarry.daemon.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Framer, requests and dispatcher: any bytes at all are answered in whole lines. */
class SessionFuzzTest {
    @DictionaryEntries({
        "{'execute':'qmp_capabilities'}",
        "{'enable':['oob']}",
        "'arguments':",
        "'exec-oob':",
        "'id':",
        "'echo'",
        "'query-version'",
        "'emit'",
        "'fail'",
        "\\u0000",
        "\\ud83d\\ude00",
        "18446744073709551615",
        "1E400",
        "-0.0e1"
    })
    @FuzzTest(maxDuration = "15s")
    void anyInputIsAnsweredInWholeLinesHoweverItIsCut(FuzzedDataProvider data) {
        int cut = data.consumeInt(0, 64);
        byte[] input = data.consumeRemainingAsBytes();
        int at = Math.min(cut, input.length);
        if (mayWait(input)) {
            return;
        }
        String whole = TestConversation.replies(List.of(input));
        assertTrue(whole.startsWith("{\"QMP\"") && whole.endsWith("\r\n"), whole);
        for (String line : whole.split("\r\n", -1)) {
            assertTrue(line.isEmpty() || line.startsWith("{"), line);
            assertTrue(line.chars().allMatch(c -> c >= 0x20 && c < 0x7F), line);
        }
        if (!whole.contains("\"timestamp\"")) {
            assertEquals(
                    whole,
                    TestConversation.replies(
                            List.of(
                                    Arrays.copyOf(input, at),
                                    Arrays.copyOfRange(input, at, input.length))));
        }
    }

    /** Some commands of the tests wait for another, or make up a reply of any size. */
    private static boolean mayWait(byte[] input) {
        String text = new String(input, StandardCharsets.ISO_8859_1);
        return List.of("wait", "read", "big", "\\u").stream().anyMatch(text::contains);
    }
}
