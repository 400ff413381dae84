package dev.quarry.daemon.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.Seed;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** However a conversation is cut on its way, the replies are the same. */
@Timeout(120)
class SplitInputTest {
    private static final int RANDOM_CONVERSATIONS = 150;
    private static final String START = "{'execute':'qmp_capabilities'}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                START + "{'execute':'query-version','id':'libvirt-1'}\r\n{'execute':'echo'}\n",
                START + "{'execute':'echo','arguments':{'t':'\u00e9\ud83d\ude00\\u00e9'},'id':[]}",
                START + "{'execute':'fail','id':-0.5e-3}{'execute':'nope','id':null}{]}",
                START + "{'id':NaN}\u0001{'execute':'nope','id':\u007f}",
                "{'execute':'echo'}{'id':1}" + START + START + "{'exec-oob':'echo'}",
                "{'execute':'qmp_capabilities','arguments':{'enable':['oob']}}"
                        + "{'execute':'echo','id':1}{'execute':'echo','exec-oob':'echo'}",
                START + "{'execute':'quit','id':'q'}{'execute':'echo'}",
                START + "\ufeff{'execute':'echo','id':18446744073709551615}'\\x' [1, ",
            })
    void atEveryByte(String conversation) {
        atEveryByte(conversation.getBytes(StandardCharsets.UTF_8));
    }

    /** What the recorded conversations send, in one go: framing and order alone are tested here. */
    @TestFactory
    Stream<DynamicTest> atEveryByteOfRecordedOnes() {
        return RecordedInput.all()
                .map(input ->
                        DynamicTest.dynamicTest(input.name(), () -> atEveryByte(input.bytes())));
    }

    private static void atEveryByte(byte[] bytes) {
        String whole = TestConversation.replies(List.of(bytes));
        assertTrue(whole.lines().count() >= 2, whole);
        for (int cut = 0; cut <= bytes.length; cut++) {
            int at = cut;
            List<byte[]> pieces =
                    List.of(
                            Arrays.copyOf(bytes, cut),
                            Arrays.copyOfRange(bytes, cut, bytes.length));
            assertEquals(whole, TestConversation.replies(pieces), () -> "cut at " + at);
        }
        List<byte[]> single = new ArrayList<>();
        for (byte octet : bytes) {
            single.add(new byte[] {octet});
        }
        assertEquals(whole, TestConversation.replies(single), "byte by byte");
    }

    @Test
    void atRandomPlacesInRandomConversations() {
        Seed seed = Seed.next();
        SplittableRandom random = seed.random();
        for (int i = 0; i < RANDOM_CONVERSATIONS; i++) {
            byte[] bytes = conversation(random).getBytes(StandardCharsets.ISO_8859_1);
            List<byte[]> pieces = new ArrayList<>();
            for (int at = 0; at < bytes.length; ) {
                int end = Math.min(bytes.length, at + 1 + random.nextInt(20));
                pieces.add(Arrays.copyOfRange(bytes, at, end));
                at = end;
            }
            assertEquals(
                    TestConversation.replies(List.of(bytes)),
                    TestConversation.replies(pieces),
                    () -> seed + ": " + new String(bytes, StandardCharsets.ISO_8859_1));
        }
    }

    private static String conversation(SplittableRandom random) {
        String[] parts = {
            START,
            "{'execute':'echo','id':7}",
            "{'execute':'nope'}",
            "{",
            "}",
            "[",
            "]",
            "'a'",
            "\\",
            "\u0001",
            "\u00ff",
            " ",
            "true",
            "nul",
            "-1",
            "0.0e1",
            "01",
            ",",
            ":",
            "{'id':{}}",
            "\u00c3\u00a9",
            "{'execute':'fail'}",
            "{\"execute\": 'echo', \"arguments\": {}}",
            "\"",
        };
        StringBuilder text = new StringBuilder(random.nextBoolean() ? START : "");
        for (int i = random.nextInt(25); i > 0; i--) {
            text.append(parts[random.nextInt(parts.length)]);
        }
        return text.toString();
    }
}
