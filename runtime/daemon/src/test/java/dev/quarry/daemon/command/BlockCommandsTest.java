package dev.quarry.daemon.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockEvents;
import dev.quarry.block.BlockGraph;
import dev.quarry.block.MainLoop;
import dev.quarry.block.export.BlockExports;
import dev.quarry.qapi.generated.BlockDeviceInfo;
import dev.quarry.qapi.generated.BlockExportInfo;
import dev.quarry.qapi.generated.BlockInfo;
import dev.quarry.qapi.generated.CommandTable;
import dev.quarry.qapi.generated.QapiClient;
import dev.quarry.qapi.generated.QueryNamedBlockNodesArguments;
import dev.quarry.qmp.codec.Command;
import dev.quarry.qmp.codec.CommandTransport;
import dev.quarry.qmp.codec.Conditions;
import dev.quarry.qmp.codec.JsonInput;
import dev.quarry.qmp.codec.QmpException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The handlers behind the generated codec, without a socket. */
class BlockCommandsTest {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final Conditions NATIVE = Conditions.of("QUARRY_NATIVE");

    @TempDir Path folder;

    private final List<String> deleted = new ArrayList<>();
    private final MainLoop loop = new MainLoop();
    private final BlockGraph graph = new BlockGraph(loop, new Listener());
    private final BlockExports exports = new BlockExports(graph);

    @AfterEach
    void close() {
        exports.close();
        graph.close();
        loop.close();
    }

    @Test
    void aNodeIsAddedReportedAndRemoved() {
        run("blockdev-add", "{'driver':'null-co','node-name':'n','size':1048576}");
        BlockDeviceInfo node = nodes().getFirst();
        assertEquals("n", node.nodeName());
        assertEquals(1 << 20, node.image().virtualSize());
        run("blockdev-del", "{'node-name':'n'}");
        assertEquals(List.of(), nodes());
    }

    @Test
    void theTopLevelNeedsAName() {
        assertNames("node-name", refused("blockdev-add", "{'driver':'null-co'}"));
    }

    @Test
    void anIdStandsForANameInTheNativeDialectAlone() {
        run("blockdev-add", "{'driver':'null-co','id':'d'}");
        assertEquals("d", client().queryBlock().getFirst().device());
        var e =
                assertThrows(
                        QmpException.class,
                        () ->
                                invoke(
                                        "blockdev-add",
                                        "{'driver':'null-co','id':'e'}",
                                        Conditions.none()));
        assertNames("id", e);
        run("blockdev-del", "{'id':'d'}");
    }

    @Test
    void queryBlockListsTopNodesInTheirOrder() {
        run("blockdev-add", "{'driver':'null-co','node-name':'b'}");
        run("blockdev-add", "{'driver':'null-co','node-name':'a'}");
        run("blockdev-add", "{'driver':'raw','node-name':'top','file':'b'}");
        assertEquals(
                List.of("a", "top"),
                client().queryBlock().stream().map(BlockInfo::device).toList());
    }

    @Test
    void withoutDevicesQueryBlockIsEmpty() {
        run("blockdev-add", "{'driver':'null-co','node-name':'n'}");
        assertEquals(List.of(), new BlockCoreHandlers(graph, false).queryBlock());
    }

    @Test
    void refusalsOfTheBlockLayerBecomeGenericErrors() {
        run("blockdev-add", "{'driver':'null-co','node-name':'n'}");
        assertNames("n", refused("blockdev-add", "{'driver':'null-co','node-name':'n'}"));
        assertNames("nope", refused("blockdev-del", "{'node-name':'nope'}"));
        assertNames(
                "discard",
                refused(
                        "blockdev-add",
                        "{'driver':'null-co','node-name':'m','detect-zeroes':'unmap'}"));
        assertEquals(1, nodes().size());
    }

    @Test
    void exportsComeAndGo() {
        run("blockdev-add", "{'driver':'null-co','node-name':'n'}");
        assertNames("NBD", refused("block-export-add", "{'type':'nbd','id':'e','node-name':'n'}"));
        run("nbd-server-start", "{'addr':{'type':'unix','data':{'path':'" + socket() + "'}}}");
        run("block-export-add", "{'type':'nbd','id':'e','node-name':'n','writable':true}");
        assertEquals(
                List.of("e"),
                client().queryBlockExports().stream().map(BlockExportInfo::id).toList());
        assertNames("n", refused("blockdev-del", "{'node-name':'n'}"));
        run("block-export-del", "{'id':'e'}");
        assertEquals(List.of("e"), deleted);
        run("nbd-server-stop", "{}");
        run("blockdev-del", "{'node-name':'n'}");
    }

    @Test
    void theOlderCommandsNameAnExportAfterItsNode() {
        run("blockdev-add", "{'driver':'null-co','node-name':'n','read-only':true,'id':'d'}");
        assertNames("NBD", refused("nbd-server-add", "{'device':'n'}"));
        run("nbd-server-start", "{'addr':{'type':'unix','data':{'path':'" + socket() + "'}}}");
        run("nbd-server-add", "{'device':'n','writable':true}");
        run("nbd-server-add", "{'device':'d','name':'other','description':'words'}");
        assertEquals(
                List.of("other", "n"),
                client().queryBlockExports().stream().map(BlockExportInfo::id).toList());
        assertNames("none", refused("nbd-server-add", "{'device':'none'}"));
        assertNames("id", refused("nbd-server-add", "{'device':'n','name':'a b'}"));
        assertNames("bitmap", refused("nbd-server-add", "{'device':'n','name':'b','bitmap':'x'}"));
        run("nbd-server-remove", "{'name':'other','mode':'hard'}");
        run("nbd-server-remove", "{'name':'n'}");
        assertNames("n", refused("nbd-server-remove", "{'name':'n'}"));
        assertEquals(List.of("other", "n"), deleted);
        run("nbd-server-stop", "{}");
    }

    @Test
    void theTimeForAHandshakeIsNativeOnly() {
        String start =
                "{'addr':{'type':'unix','data':{'path':'%s'}},'handshake-max-seconds':0}"
                        .formatted(socket());
        var e =
                assertThrows(
                        QmpException.class,
                        () -> invoke("nbd-server-start", start, Conditions.none()));
        assertNames("handshake-max-seconds", e);
        run("nbd-server-start", start);
        run("nbd-server-stop", "{}");
    }

    @Test
    void optionsThatAreNotBuiltAreRefusedByName() {
        run("blockdev-add", "{'driver':'null-co','node-name':'n'}");
        String address = "'addr':{'type':'unix','data':{'path':'" + socket() + "'}}";
        assertNames("tls-creds", refused("nbd-server-start", "{" + address + ",'tls-creds':'t'}"));
        run("nbd-server-start", "{" + address + "}");
        String export = "'type':'nbd','id':'e','node-name':'n'";
        assertNames("bitmaps", refused("block-export-add", "{" + export + ",'bitmaps':['b']}"));
        assertNames("iothread", refused("block-export-add", "{" + export + ",'iothread':'i'}"));
    }

    private String socket() {
        return folder.resolve("nbd").toString();
    }

    private List<BlockDeviceInfo> nodes() {
        return client().queryNamedBlockNodes(QueryNamedBlockNodesArguments.builder().build());
    }

    private void run(String command, String arguments) {
        invoke(command, arguments, NATIVE);
    }

    private QmpException refused(String command, String arguments) {
        return assertThrows(QmpException.class, () -> run(command, arguments));
    }

    private static void assertNames(String subject, QmpException e) {
        assertTrue(e.description().contains(subject), e.description());
    }

    private JsonNode invoke(String command, String arguments, Conditions conditions) {
        return invoke(command, MAPPER.readTree(arguments.replace('\'', '"')), conditions);
    }

    private JsonNode invoke(String command, JsonNode arguments, Conditions conditions) {
        try {
            Command found =
                    commands().filter(c -> c.name().equals(command)).findFirst().orElseThrow();
            return json(found.invoke(JsonInput.strict(arguments, conditions)));
        } catch (RuntimeException e) {
            QmpException known = BlockErrors.convert(e);
            throw known == null ? e : known;
        }
    }

    private Stream<Command> commands() {
        var core = CommandTable.of(new BlockCoreHandlers(graph, true));
        return Stream.concat(
                new NativeForms(graph).addTo(core).stream(),
                CommandTable.of(new BlockExportHandlers(graph, exports)).stream());
    }

    /** The generated client over the handlers: what one side encodes, the other decodes. */
    private QapiClient client() {
        CommandTransport transport =
                (command, arguments) ->
                        invoke(
                                command,
                                arguments == null ? MAPPER.createObjectNode() : json(arguments),
                                NATIVE);
        return new QapiClient(transport);
    }

    private static JsonNode json(dev.quarry.qmp.codec.Encodable value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator out = MAPPER.createGenerator(bytes)) {
            value.encode(out);
        }
        return MAPPER.readTree(bytes.toByteArray());
    }

    private final class Listener implements BlockEvents {
        @Override
        public void exportDeleted(String id) {
            deleted.add(id);
        }
    }
}
