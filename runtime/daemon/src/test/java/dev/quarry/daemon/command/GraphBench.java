package dev.quarry.daemon.command;

import dev.quarry.block.Access;
import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockEvents;
import dev.quarry.block.BlockGraph;
import dev.quarry.block.BlockNode;
import dev.quarry.block.MainLoop;
import dev.quarry.block.Permissions;
import dev.quarry.block.WriteFlags;
import dev.quarry.qapi.generated.CommandTable;
import dev.quarry.qmp.codec.Command;
import dev.quarry.qmp.codec.Conditions;
import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.JsonInput;
import dev.quarry.qmp.codec.QmpException;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The commands about the graph behind the generated codec, without a socket, for tests. */
final class GraphBench implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final boolean extensions;
    private final MainLoop loop = new MainLoop();
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final BlockGraph graph = new BlockGraph(loop, new Listener());
    private final Map<String, BlockBackend> users = new HashMap<>();

    /**
     * @param extensions whether to do what QEMU 7.2 does not
     */
    GraphBench(boolean extensions) {
        this.extensions = extensions;
    }

    /** Runs a command; apostrophes stand for quotation marks. */
    JsonNode run(String command, String arguments) {
        JsonNode input = MAPPER.readTree(arguments.replace('\'', '"'));
        try {
            Conditions conditions = extensions ? Conditions.of("QUARRY_NATIVE") : Conditions.none();
            return json(command(command).invoke(JsonInput.strict(input, conditions)));
        } catch (RuntimeException e) {
            QmpException known = BlockErrors.convert(e);
            throw known == null ? e : known;
        }
    }

    /** What the last commands told, and forgets it. */
    List<String> takeEvents() {
        List<String> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    /**
     * Opens a user that stays.
     *
     * @param uses {@code "write"}, {@code "read"}, or {@code "alone"} for one that shares nothing
     */
    void use(String name, String node, String uses) {
        Access access =
                switch (uses) {
                    case "read" -> new Access(Permissions.CONSISTENT_READ, Permissions.ALL);
                    case "write" ->
                            new Access(
                                    Permissions.CONSISTENT_READ.with(Permissions.WRITE),
                                    Permissions.ALL.without(Permissions.RESIZE));
                    case "alone" -> new Access(Permissions.CONSISTENT_READ, Permissions.NONE);
                    default -> throw new IllegalArgumentException(uses);
                };
        try {
            users.put(name, BlockBackend.open(graph.node(node), access, "export '" + name + "'"));
        } catch (RuntimeException e) {
            QmpException known = BlockErrors.convert(e);
            throw known == null ? e : known;
        }
    }

    void leave(String name) {
        Objects.requireNonNull(users.remove(name), name).close();
    }

    /** Writes with a user of its own. */
    void write(String node, long offset, byte[] payload) {
        BlockNode found = graph.node(node);
        Access all = new Access(Permissions.ALL, Permissions.ALL);
        try (BlockBackend user = BlockBackend.open(found, all, "the test")) {
            user.write(offset, ByteBuffer.wrap(payload), WriteFlags.NONE);
        }
    }

    byte[] read(String node, long offset, int bytes) {
        ByteBuffer into = ByteBuffer.allocate(bytes);
        Access reading = new Access(Permissions.CONSISTENT_READ, Permissions.ALL);
        try (BlockBackend user = BlockBackend.open(graph.node(node), reading, "the test")) {
            user.read(offset, into);
        }
        return into.array();
    }

    private Command command(String name) {
        var core = CommandTable.of(new BlockCoreHandlers(graph, extensions));
        var stats = CommandTable.of(new BlockStatsHandlers(graph, extensions));
        return Stream.concat(core.stream(), stats.stream())
                .filter(command -> command.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name));
    }

    private static JsonNode json(Encodable value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = MAPPER.createGenerator(bytes)) {
            value.encode(out);
        }
        return MAPPER.readTree(bytes.toByteArray());
    }

    @Override
    public void close() {
        users.values().forEach(BlockBackend::close);
        graph.close();
        loop.close();
    }

    private final class Listener implements BlockEvents {
        @Override
        public void writeThreshold(String node, long exceededBy, long threshold) {
            events.add("threshold %s %d %d".formatted(node, threshold, exceededBy));
        }
    }
}
