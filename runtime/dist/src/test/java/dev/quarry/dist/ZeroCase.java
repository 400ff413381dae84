package dev.quarry.dist;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One recorded line of the zero-write corpus.
 *
 * @param node the argument object of {@code blockdev-add}, with {@code %s} for the file's name
 * @param format raw or qcow2
 * @param create options of {@code qemu-img create}
 * @param commands what {@code qemu-io} does over NBD
 * @param map the recorded map as JSON, or null where the node is refused
 * @param kib allocated KiB of the file afterwards
 */
record ZeroCase(
        String node,
        String format,
        List<String> create,
        List<String> commands,
        @Nullable String map,
        long kib) {
    private static final Pattern WORD = Pattern.compile("(\\w+)=([\\w.]+)");
    private static final Pattern DU = Pattern.compile("du=(\\d+)K");
    private static final Pattern BLOCKS = Pattern.compile("blocksKiB \\d+->(\\d+)");
    private static final Pattern MAP = Pattern.compile("\\[\\{.*}]");
    private static final Pattern COMMAND = Pattern.compile("op=\\[([^]]*)]");

    static ZeroCase of(String line) {
        return line.startsWith("raw ") ? raw(line) : qcow2(line);
    }

    private static ZeroCase qcow2(String line) {
        Map<String, String> words = words(line);
        String fileDiscard = words.getOrDefault("filediscard", "ignore");
        boolean refused = line.contains(": ERR ");
        return new ZeroCase(
                node("qcow2", words.get("mode"), words.get("discard"), fileDiscard),
                "qcow2",
                List.of("-o", "compat=" + words.get("compat")),
                List.of("write -P 0 0 64k", "write -P 0 131072 4k"),
                refused ? null : found(MAP, 0, line),
                refused ? 0 : Long.parseLong(found(DU, 1, line)));
    }

    private static ZeroCase raw(String line) {
        Map<String, String> words = words(line);
        String discard = words.get("discard");
        return new ZeroCase(
                node("raw", words.get("dz"), discard, discard),
                "raw",
                List.of(),
                List.of(found(COMMAND, 1, line)),
                found(MAP, 0, line),
                Long.parseLong(found(BLOCKS, 1, line)));
    }

    private static String node(
            String driver, @Nullable String mode, @Nullable String discard, @Nullable String file) {
        return "{'driver': '%s', 'node-name': 'q', 'detect-zeroes': '%s', 'discard': '%s',"
                        .formatted(driver, mode, discard)
                + " 'file': {'driver': 'file', 'filename': '%s', 'discard': '"
                + file
                + "'}}";
    }

    /** The {@code key=value} words in front of the result. */
    private static Map<String, String> words(String line) {
        Map<String, String> words = new TreeMap<>();
        Matcher matcher = WORD.matcher(line);
        while (matcher.find()) {
            words.putIfAbsent(matcher.group(1), matcher.group(2));
        }
        return words;
    }

    private static String found(Pattern pattern, int group, String line) {
        Matcher matcher = pattern.matcher(line);
        if (!matcher.find()) {
            throw new IllegalArgumentException(pattern + " is not in: " + line);
        }
        return matcher.group(group);
    }

    /** The recorded extents in the form of {@link #extents}. */
    List<String> expectedExtents() {
        return map == null ? List.of() : extents(map);
    }

    /**
     * A map in the words that count: neighbours that differ in their host offset alone are one
     * extent, and of the offset only its existence is told.
     */
    static List<String> extents(String map) {
        List<String> extents = new ArrayList<>();
        String last = "";
        for (var extent : Json.strict(map)) {
            String state =
                    (extent.path("zero").asBoolean() ? " zero" : "")
                            + (extent.path("data").asBoolean() ? " data" : "")
                            + (extent.path("present").asBoolean(true) ? " present" : "")
                            + (extent.has("offset") ? " stored" : "");
            if (!state.equals(last)) {
                extents.add(extent.path("start").asLong() + state);
            }
            last = state;
        }
        return extents;
    }
}
