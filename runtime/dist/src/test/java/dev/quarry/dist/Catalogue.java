package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of one case of {@code catalogue.txt} or {@code faults.txt}, carried out on one daemon;
 * what they mean stands at the top of the files. Nothing of a case stays behind in the daemon.
 */
final class Catalogue implements AutoCloseable {
    private static final Path FILES = Path.of("src/test/resources/dev/quarry/dist");

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final MonitorClient monitor;
    private final Path folder;
    private final Path socket;
    private final HostStorage storage = new HostStorage();
    private boolean exported;
    private boolean writable;

    /**
     * @param folder for the images, empty
     */
    Catalogue(ServedDaemon daemon, Path folder) {
        this.monitor = daemon.monitor();
        this.socket = daemon.socket();
        this.folder = folder;
    }

    /** The lines of all cases of a file by title. */
    static Map<String, List<String>> cases(String file) throws IOException {
        Map<String, List<String>> cases = new LinkedHashMap<>();
        List<String> current = new ArrayList<>();
        for (String line : Files.readAllLines(FILES.resolve(file))) {
            if (line.startsWith("== ")) {
                current = new ArrayList<>();
                cases.put(line.substring(3), current);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                current.add(line);
            }
        }
        return cases;
    }

    /** Carries out a case. */
    void run(List<String> lines) throws IOException {
        for (String line : lines) {
            String[] words = line.split(" +", -1);
            String rest = line.substring(words[0].length()).trim();
            switch (words[0]) {
                case "raw" -> raw(words);
                case "qcow2" -> qcow2(words);
                case "poke" -> poke(words);
                case "loop" -> storage.loop(folder.resolve(words[1]));
                case "mount" -> storage.mount(folder.resolve(words[1]), words[2], bytes(words[3]));
                case "text" -> text(words[1], rest);
                case "cut" -> cut(words);
                case "remove" -> Files.delete(folder.resolve(words[1]));
                case "run" -> monitor.execute(words[1], arguments(rest));
                case "refuse" -> refuse(words[1], arguments(rest));
                case "export" -> export(rest.isEmpty());
                case "io" -> io(rest);
                case "fails" -> fails(rest);
                case "request" -> request(words);
                case "node" -> node(words);
                case "stats" -> stats(words);
                case "event" -> event(words);
                case "seen" -> assertEquals(rest, kinds(Tools.ok(map("raw", uri()))), line);
                case "clean" -> clean();
                default -> look(words, rest);
            }
        }
        clean();
        assertEquals(List.of(), monitor.nodeNames(), "nodes left");
    }

    /** What is to be seen from outside. */
    private void look(String[] words, String rest) throws IOException {
        Path file = folder.resolve(words[1]);
        switch (words[0]) {
            case "kib" -> assertEquals(words[2], Tools.allocated(file) / 1024 + "", "KiB");
            case "length" -> assertEquals(words[2], Files.size(file) + "", "length");
            case "check" -> Images.expectClean(file);
            case "byte" -> assertEquals(words[2] + " " + words[3], words[2] + " " + peek(words));
            case "map" -> {
                String format = words[1].substring(words[1].indexOf('.') + 1);
                String expected = rest.substring(words[1].length()).trim();
                assertEquals(expected, kinds(Tools.ok(map(format, file.toString()))), "map");
            }
            default -> throw new IllegalArgumentException(String.join(" ", words));
        }
    }

    private void raw(String[] words) throws IOException {
        byte[] content = new byte[(int) bytes(words[2])];
        Path file = folder.resolve(words[1]);
        if (words.length == 3) {
            Arrays.fill(content, (byte) 0xaa);
            Files.write(file, content);
        } else {
            SparseFile.create(file, content.length);
        }
    }

    private void qcow2(String[] words) {
        List<String> options = new ArrayList<>();
        for (String word : List.of(words).subList(3, words.length)) {
            if (word.startsWith("backing=")) {
                String name = word.substring("backing=".length());
                options.addAll(List.of("-b", name, "-F", name.substring(name.indexOf('.') + 1)));
            } else if (!word.equals("full")) {
                options.addAll(List.of("-o", word));
            }
        }
        Path file = folder.resolve(words[1]);
        Images.create(file, "qcow2", bytes(words[2]), options.toArray(String[]::new));
        if (List.of(words).contains("full")) {
            Images.io("qcow2", file.toString(), "write -P 0xaa 0 " + words[2]);
        }
    }

    private void poke(String[] words) throws IOException {
        try (var file = new RandomAccessFile(folder.resolve(words[1]).toFile(), "rw")) {
            file.seek(Long.parseLong(words[2]));
            file.write(Integer.parseInt(words[3]));
        }
    }

    private void text(String name, String rest) throws IOException {
        String lines = rest.substring(name.length()).trim();
        Files.write(folder.resolve(name), List.of(lines.split("; *", -1)));
    }

    private void cut(String[] words) throws IOException {
        try (var file = new RandomAccessFile(folder.resolve(words[1]).toFile(), "rw")) {
            file.setLength(bytes(words[2]));
        }
    }

    private String peek(String[] words) throws IOException {
        try (var file = new RandomAccessFile(folder.resolve(words[1]).toFile(), "r")) {
            file.seek(Long.parseLong(words[2]));
            return Integer.toString(file.read());
        }
    }

    private String arguments(String rest) {
        return rest.substring(rest.indexOf(' ')).trim().replace("@", folder.toString());
    }

    private void refuse(String command, String arguments) {
        List<String> before = monitor.nodeNames();
        JsonNode error = monitor.refused(command, arguments);
        assertEquals("GenericError", error.path("class").asString(""), error::toString);
        assertEquals(before, monitor.nodeNames(), error::toString);
    }

    private void export(boolean toWrite) {
        unexport();
        writable = toWrite;
        monitor.execute(
                "block-export-add",
                "{'type':'nbd','id':'e','node-name':'n','writable':" + writable + "}");
        exported = true;
    }

    private void unexport() {
        if (exported) {
            monitor.execute("block-export-del", "{'id':'e','mode':'hard'}");
            exported = false;
        }
    }

    private void clean() {
        unexport();
        if (monitor.nodeNames().contains("n")) {
            monitor.execute("blockdev-del", "{'node-name':'n'}");
        }
    }

    private void io(String command) {
        Tools.Result result = qemuIo(command).expectSuccess();
        assertFalse(result.out().contains("Pattern verif"), result::toString);
    }

    private Tools.Result qemuIo(String command) {
        List<String> words = new ArrayList<>(List.of("qemu-io", "-d", "unmap", "-f", "raw"));
        if (!writable) {
            words.add("-r");
        }
        words.addAll(List.of("-c", command, uri()));
        return Tools.run(words.toArray(String[]::new));
    }

    private void fails(String rest) {
        String[] sides = rest.split(": ?", 2);
        Tools.Result result = qemuIo(sides[1]);
        assertTrue(result.exit() != 0, result::toString);
        assertTrue((result.out() + result.err()).contains(sides[0]), result::toString);
    }

    /**
     * {@code request TYPE FLAGS OFFSET LENGTH ERRNO}, with a payload of that length for a write.
     */
    private void request(String[] words) throws IOException {
        int type = Integer.decode(words[1]);
        int flags = Integer.decode(words[2]);
        int length = (int) bytes(words[4]);
        NbdRequest request =
                type == NbdRequest.WRITE
                        ? NbdRequest.write(flags, bytes(words[3]), new byte[length])
                        : NbdRequest.bare(type, flags, bytes(words[3]), length);
        try (NbdSocket nbd = NbdSocket.unix(socket, "n")) {
            nbd.batch(
                    List.of(request),
                    (_, error) -> assertEquals(words[5], error + "", String.join(" ", words)));
        }
    }

    private void node(String[] words) {
        expectOfNode(words, monitor.execute("query-named-block-nodes"));
    }

    private void stats(String[] words) {
        expectOfNode(words, monitor.execute("query-blockstats", "{'query-nodes':true}"));
    }

    private static void expectOfNode(String[] words, JsonNode nodes) {
        for (JsonNode node : nodes) {
            if (node.path("node-name").asString("").equals(words[1])) {
                for (String word : List.of(words).subList(2, words.length)) {
                    assertEquals(word, sides(word)[0] + "=" + member(node, word), word);
                }
                return;
            }
        }
        throw new AssertionError("no node " + words[1]);
    }

    /** Waits: events may come after the reply to what they tell of. */
    private void event(String[] words) {
        List<String> members = List.of(words).subList(2, words.length);
        assertTrue(
                Pause.until(LIMIT, () -> hasCome(words[1], members)),
                () -> String.join(" ", words) + " is not in " + monitor.events());
    }

    private boolean hasCome(String name, List<String> members) {
        monitor.execute("query-version");
        return monitor.events().stream()
                .filter(event -> event.path("event").asString("").equals(name))
                .anyMatch(event -> members.stream().allMatch(w -> holds(event.path("data"), w)));
    }

    private static boolean holds(JsonNode from, String word) {
        return member(from, word).equals(sides(word)[1]);
    }

    /** The member that a word {@code PATH=VALUE} names; "-" if it is missing. */
    private static String member(JsonNode from, String word) {
        JsonNode value = from.at("/" + sides(word)[0].replace('.', '/'));
        return value.isMissingNode() ? "-" : value.asString(value.toString());
    }

    private static String[] sides(String word) {
        return word.split("=", 2);
    }

    private String uri() {
        return "nbd+unix:///n?socket=" + socket;
    }

    private static String[] map(String format, String image) {
        return new String[] {"qemu-img", "map", "--output=json", "-f", format, image};
    }

    /** The extents of a map, neighbours of a kind as one. */
    private static String kinds(String map) {
        List<String> kinds = new ArrayList<>();
        char last = 0;
        long bytes = 0;
        for (JsonNode extent : Json.strict(map)) {
            char kind = kind(extent);
            if (kind != last && bytes > 0) {
                kinds.add(last + inKib(bytes));
                bytes = 0;
            }
            last = kind;
            bytes += extent.path("length").asLong();
        }
        kinds.add(last + inKib(bytes));
        return String.join(" ", kinds);
    }

    private static char kind(JsonNode extent) {
        if (extent.path("data").asBoolean()) {
            return 'd';
        }
        if (!extent.path("present").asBoolean(true)) {
            return 'u';
        }
        return extent.has("offset") ? 'Z' : 'z';
    }

    private static String inKib(long bytes) {
        return bytes % 1024 == 0 ? Long.toString(bytes / 1024) : bytes + "b";
    }

    private static long bytes(String size) {
        long unit = size.endsWith("m") ? 1 << 20 : size.endsWith("k") ? 1 << 10 : 1;
        return unit * Long.parseLong(unit == 1 ? size : size.substring(0, size.length() - 1));
    }

    /** Takes devices and mounts away. */
    @Override
    public void close() {
        storage.close();
    }
}
