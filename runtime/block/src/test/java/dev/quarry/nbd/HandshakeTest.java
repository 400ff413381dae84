package dev.quarry.nbd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs the cases of handshake.cases against a server. */
@Timeout(60)
class HandshakeTest {
    private static final Map<String, Integer> TYPES =
            Map.ofEntries(
                    Map.entry("ack", NbdProtocol.Reply.ACK),
                    Map.entry("server", NbdProtocol.Reply.SERVER),
                    Map.entry("info", NbdProtocol.Reply.INFO),
                    Map.entry("meta", NbdProtocol.Reply.META_CONTEXT),
                    Map.entry("unsup", NbdProtocol.Reply.ERR_UNSUP),
                    Map.entry("policy", NbdProtocol.Reply.ERR_POLICY),
                    Map.entry("invalid", NbdProtocol.Reply.ERR_INVALID),
                    Map.entry("unknown", NbdProtocol.Reply.ERR_UNKNOWN),
                    Map.entry("block", NbdProtocol.Reply.ERR_BLOCK_SIZE_REQD),
                    Map.entry("too-big", NbdProtocol.Reply.ERR_TOO_BIG),
                    Map.entry("extended", NbdProtocol.Reply.ERR_EXT_HEADER_REQD));

    private static final Pattern ITEM = Pattern.compile("\"[^\"]*\"|'[^']*'|\\S+");

    @TempDir Path folder;

    @TestFactory
    Stream<DynamicTest> theServerAnswersAsTheCasesSay() throws IOException {
        return cases().stream().map(c -> DynamicTest.dynamicTest(c.name(), () -> run(c.steps())));
    }

    private record Case(String name, List<String> steps) {}

    private static List<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        for (String line : lines()) {
            if (line.startsWith("case: ")) {
                cases.add(new Case(line.substring(6), new ArrayList<>()));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                cases.getLast().steps().add(line);
            }
        }
        return cases;
    }

    private static List<String> lines() throws IOException {
        try (InputStream in = HandshakeTest.class.getResourceAsStream("handshake.cases")) {
            InputStream there = Objects.requireNonNull(in);
            return new BufferedReader(new InputStreamReader(there, StandardCharsets.UTF_8))
                    .lines()
                    .toList();
        }
    }

    private void run(List<String> steps) throws IOException {
        NbdExport disk = new NbdExport("disk", "a disk", new MemoryDisk(1 << 20), true, true);
        NbdExport blocks = TestServer.readOnly("ro", new BlockDisk());
        try (NbdServer server = TestServer.unix(folder, disk, blocks);
                RawClient client = new RawClient(server.address())) {
            for (String step : steps) {
                new Step(client, step).run();
            }
        }
    }

    /** A small disk that likes blocks of 512 bytes. */
    private static final class BlockDisk extends MemoryDisk {
        BlockDisk() {
            super(64 << 10);
        }

        @Override
        public int minimumBlock() {
            return 512;
        }
    }

    /** One line of a case. */
    private static final class Step {
        private final RawClient client;
        private final String line;
        private final List<String> words = new ArrayList<>();

        Step(RawClient client, String line) {
            this.client = client;
            this.line = line;
            Matcher matcher = ITEM.matcher(line);
            while (matcher.find()) {
                words.add(matcher.group());
            }
        }

        void run() throws IOException {
            switch (words.getFirst()) {
                case "flags" -> client.greet(number(1));
                case "opt" -> client.option(number(1), bytes(2));
                case "raw" -> client.send(bytes(1));
                case "<" -> expectReply();
                case "export" -> expectExport();
                case "read" -> expectTransmission();
                case "end" -> assertTrue(client.isEnded(), line);
                default -> throw new IllegalArgumentException(line);
            }
        }

        private int number(int word) {
            return Long.decode(words.get(word)).intValue();
        }

        private void expectReply() throws IOException {
            RawClient.OptionReply reply = client.reply();
            assertEquals(number(1), reply.option(), line);
            assertEquals(TYPES.get(words.get(2)), reply.type(), line);
            if (words.size() > 3 && words.get(3).equals("*")) {
                assertTrue(reply.data().hasRemaining(), line);
            } else {
                assertArrayEquals(bytes(3), reply.data().array(), line);
            }
        }

        private void expectExport() throws IOException {
            ByteBuffer answer = client.take(10);
            assertEquals(number(1), answer.getLong(), line);
            assertEquals(number(2), answer.getShort(), line);
            assertArrayEquals(new byte[number(3)], client.take(number(3)).array(), line);
        }

        private void expectTransmission() throws IOException {
            client.request(NbdProtocol.Command.FLUSH, 0, 42, 0, 0);
            assertEquals(0, client.simpleError(42), line);
        }

        private byte[] bytes(int fromWord) {
            ByteBuffer out = ByteBuffer.allocate(1 << 20);
            words.subList(fromWord, words.size()).forEach(word -> put(out, word));
            byte[] all = new byte[out.position()];
            out.flip().get(all);
            return all;
        }

        private static void put(ByteBuffer out, String item) {
            String inner = item.substring(1, Math.max(1, item.length() - 1));
            byte[] text = inner.getBytes(StandardCharsets.UTF_8);
            switch (item.charAt(0)) {
                case '"' -> out.putInt(text.length).put(text);
                case '\'' -> out.put(text);
                default -> putNumber(out, item.split(":", 2));
            }
        }

        private static void putNumber(ByteBuffer out, String[] item) {
            long value = Long.decode(item[1]);
            switch (item[0]) {
                case "u16" -> out.putShort((short) value);
                case "u32" -> out.putInt((int) value);
                case "u64" -> out.putLong(value);
                case "zeroes" -> out.put(new byte[(int) value]);
                default -> throw new IllegalArgumentException(item[0]);
            }
        }
    }
}
