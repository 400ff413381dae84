package dev.quarry.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;

/** What a monitor must bear: broken commands, broken JSON, no JSON, too much of it. */
final class MalformedMonitorInput {
    private static final String START = "{\"execute\": \"qmp_capabilities\"}\r\n";

    /** Good commands to spoil; none of them, spoilt, can end the daemon or take the good export. */
    private static final List<String> GOOD =
            List.of(
                    "{\"execute\": \"query-version\", \"id\": \"libvirt-1\"}",
                    "{\"execute\": \"query-named-block-nodes\", \"arguments\": {\"flat\": true}}",
                    "{\"execute\": \"blockdev-add\", \"arguments\": {\"driver\": \"null-co\","
                            + " \"node-name\": \"spoilt\", \"size\": 1048576}, \"id\": [1, {}]}",
                    "{\"execute\": \"blockdev-add\", \"arguments\": {\"driver\": \"raw\","
                            + " \"node-name\": \"top\", \"discard\": \"unmap\", \"file\":"
                            + " {\"driver\": \"file\", \"filename\": \"/nonexistent/disk\","
                            + " \"cache\": {\"direct\": false}}}}",
                    "{\"execute\": \"blockdev-del\", \"arguments\": {\"node-name\": \"spoilt\"}}",
                    "{\"execute\": \"block-export-add\", \"arguments\": {\"type\": \"nbd\", \"id\":"
                            + " \"spoilt\", \"node-name\": \"spoilt\", \"writable\": true}}",
                    "{\"execute\": \"block-export-del\", \"arguments\": {\"id\": \"spoilt\"}}",
                    "{\"execute\": \"query-block-exports\"}");

    /** Whole messages that are wrong by themselves. */
    private static final List<String> WRONG =
            List.of(
                    "[]",
                    "null ",
                    "12 ",
                    "\"text\"",
                    "}",
                    "{}",
                    "{\"execute\": 1}",
                    "{\"execute\": null, \"arguments\": []}",
                    "{\"execute\": \"query-version\", \"arguments\": null}",
                    "{\"execute\": \"query-version\", \"arguments\": {\"none\": 1}}",
                    "{\"execute\": \"query-version\", \"surplus\": 1}",
                    "{\"execute\": \"query-version\", \"execute\": \"query-version\"}",
                    "{\"exec-oob\": \"query-version\"}",
                    "{\"execute\": \"no-such-command\"}",
                    "{\"execute\": \"blockdev-add\"}",
                    "{\"execute\": \"blockdev-add\", \"arguments\": {\"driver\": \"none\"}}",
                    "{\"execute\": \"blockdev-add\", \"arguments\": {\"driver\": \"null-co\","
                            + " \"node-name\": 5}}",
                    "{\"execute\": \"blockdev-add\", \"arguments\": {\"driver\": \"null-co\","
                            + " \"node-name\": \"a\", \"size\": 18446744073709551616}}",
                    "{\"execute\": \"blockdev-add\", \"arguments\": {\"driver\": \"null-co\","
                            + " \"node-name\": \"#a\"}}",
                    "{\"execute\": \"blockdev-add\", \"arguments\": {\"driver\": \"null-co\","
                            + " \"node-name\": \"a\", \"detect-zeroes\": \"unmap\"}}",
                    "{\"execute\": \"nbd-server-start\", \"arguments\": {\"addr\": 1}}",
                    "{\"execute\": \"block-export-add\", \"arguments\": {\"type\": \"none\"}}",
                    "{\"execute\": \"blockdev-del\", \"arguments\": {\"node-name\": \"\"}}",
                    "{\"id\": \"\\ud800\"}",
                    "{\"id\": \"\\u12\"}",
                    "{\"id\": NaN}",
                    "{\"id\": 01}",
                    "{'id': '\\x'}");

    private final Random random;
    private final Mutations mutations;

    MalformedMonitorInput(Random random) {
        this.random = random;
        this.mutations = new Mutations(random);
    }

    /** The bytes of one connection. */
    byte[] next() {
        return switch (random.nextInt(8)) {
            case 0 -> mutations.noise(2000);
            case 1 -> nested();
            case 2 -> big();
            case 3 -> mutations.cut(good());
            case 4, 5 -> wrong();
            default -> mutations.of(good());
        };
    }

    private byte[] good() {
        StringBuilder text = new StringBuilder(START);
        for (int left = 1 + random.nextInt(4); left > 0; left--) {
            text.append(GOOD.get(random.nextInt(GOOD.size()))).append("\r\n");
        }
        return bytes(text.toString());
    }

    private byte[] wrong() {
        var all = new ByteArrayOutputStream();
        all.writeBytes(bytes(random.nextBoolean() ? START : ""));
        for (int left = 1 + random.nextInt(6); left > 0; left--) {
            all.writeBytes(bytes(WRONG.get(random.nextInt(WRONG.size()))));
            all.write(random.nextInt(5) == 0 ? 0xff : '\n');
        }
        return all.toByteArray();
    }

    private byte[] nested() {
        String open = random.nextBoolean() ? "[" : "{\"a\":";
        return bytes(START + open.repeat(1 + random.nextInt(1500)));
    }

    /** A long string, in place or not, ended or not; a short enough one is echoed by the error. */
    private byte[] big() {
        String text = "x".repeat(random.nextInt(1 << random.nextInt(17)));
        String end = random.nextBoolean() ? "\"]" : "";
        return text.length() < 8000
                ? bytes(START + "{\"execute\": \"" + text + "\"}")
                : bytes(START + "[\"" + text + end);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
