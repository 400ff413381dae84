package dev.quarry.daemon.command;

import dev.quarry.block.BlockGraph;
import dev.quarry.block.BlockNode;
import dev.quarry.qmp.codec.Command;
import dev.quarry.qmp.codec.QmpException;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The forms of arguments that only Quarry's own dialect takes, turned into those of the schema
 * before they are decoded: {@code blockdev-add} as of 2014, and {@code blockdev-del} by device.
 */
public final class NativeForms {
    private final BlockGraph graph;

    /** Devices are looked up in that graph. */
    public NativeForms(BlockGraph graph) {
        this.graph = graph;
    }

    /** The same commands, taking the further forms. */
    public List<Command> addTo(List<Command> commands) {
        return commands.stream().map(this::adapted).toList();
    }

    private Command adapted(Command command) {
        return switch (command.name()) {
            case "blockdev-add" -> rewriting(command, LegacyForm::rewritten);
            case "blockdev-del" -> rewriting(command, this::deletion);
            default -> command;
        };
    }

    private static Command rewriting(Command command, UnaryOperator<JsonNode> rewriter) {
        return new Command(
                command.name(),
                command.flags(),
                command.condition(),
                input -> command.invoke(input.withNode(rewriter.apply(input.node()))));
    }

    /** {@code id} alone names the device whose node is meant. */
    private JsonNode deletion(JsonNode arguments) {
        JsonNode id = arguments.get("id");
        if (id == null || !id.isString() || arguments.size() != 1) {
            return arguments;
        }
        BlockNode node = graph.findDevice(id.stringValue());
        if (node == null) {
            throw QmpException.generic("There is no device '" + id.stringValue() + "'");
        }
        return JsonNodeFactory.instance.objectNode().put("node-name", node.name());
    }
}
