package dev.quarry.dist;

import dev.quarry.testing.TestNeeds;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The recorded conversations with the reference daemon, and the program that plays them. */
final class Conversations {
    private static final Duration LIMIT = Duration.ofMinutes(8);
    private static final Pattern PASSED = Pattern.compile("(?m)^ok +(\\S+)$");

    /** So many writes at most for one message of a conversation: some are megabytes. */
    private static final int MOST_PIECES = 4_000;

    private final Path player;
    private final Path cases;

    private Conversations(Path player, Path cases) {
        this.player = player;
        this.cases = cases;
    }

    /** Needs the corpus, and what plays it. */
    static Conversations find() {
        Path corpus = TestNeeds.corpus("qmp");
        TestNeeds.tools("python3");
        return new Conversations(corpus.resolve("qmpconform.py"), corpus.resolve("open"));
    }

    Set<String> names() throws IOException {
        try (Stream<Path> files = Files.list(cases)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .map(name -> name.substring(0, name.length() - ".json".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /**
     * The same, each byte sent by a write of its own; long messages in {@value #MOST_PIECES}
     * pieces.
     */
    Conversations byteByByte(Path folder) throws IOException {
        return changed(folder, Conversations::split);
    }

    /** The same, where nodes and their images may tell more than QEMU 7.2's. */
    Conversations withMoreOfNodes(Path folder) throws IOException {
        return changed(folder, Conversations::tolerateMore);
    }

    private Conversations changed(Path folder, Consumer<ObjectNode> change) throws IOException {
        for (String name : names()) {
            JsonNode conversation = JsonMapper.shared().readTree(cases.resolve(name + ".json"));
            conversation.path("steps").forEach(step -> change.accept((ObjectNode) step));
            JsonMapper.shared().writeValue(folder.resolve(name + ".json"), conversation);
        }
        return new Conversations(player, folder);
    }

    private static void split(ObjectNode step) {
        if (step.has("send") && !step.has("chunks")) {
            step.put("chunks", 1 + length(step.path("send")) / MOST_PIECES);
        }
    }

    private static void tolerateMore(JsonNode pattern) {
        JsonNode tolerant = pattern.path("$include");
        (tolerant.isObject() ? tolerant : pattern).forEach(Conversations::tolerateMore);
        if (pattern instanceof ObjectNode object
                && (object.has("drv") || object.has("virtual-size"))) {
            ObjectNode members = object.deepCopy();
            object.removeAll().set("$include", members);
        }
    }

    /** About as many bytes as are sent. */
    private static long length(JsonNode payload) {
        long repeated = 0;
        for (JsonNode part : payload.path("rep")) {
            repeated += part.path(0).asString().length() * part.path(1).asLong();
        }
        return Math.max(repeated, payload.toString().length());
    }

    /**
     * What became of some of them.
     *
     * @param failed their names
     * @param result all that was printed, for messages
     */
    record Outcome(Set<String> failed, Tools.Result result) {}

    /** Plays some of them with a daemon, two at a time. */
    Outcome play(List<String> daemon, Set<String> names) {
        Tools.Result result = play(String.join(" ", daemon) + " {args}", names);
        Set<String> failed = new TreeSet<>(names);
        PASSED.matcher(result.out())
                .results()
                .map((MatchResult match) -> match.group(1))
                .forEach(failed::remove);
        return new Outcome(failed, result);
    }

    private Tools.Result play(String target, Set<String> names) {
        List<String> command = new ArrayList<>(List.of("python3", player.toString()));
        command.addAll(List.of("-v", "-j", "2", "--timeout", "20", "--start-timeout", "60"));
        command.addAll(List.of("--filter", "/(" + String.join("|", names) + ")\\.json$"));
        command.addAll(List.of("--target", target, cases.toString()));
        return Tools.run(command, new byte[0], LIMIT);
    }
}
