package dev.quarry.block.query;

import dev.quarry.block.GraphView;
import dev.quarry.block.Permissions;
import dev.quarry.qapi.generated.BlockPermission;
import dev.quarry.qapi.generated.XDbgBlockGraph;
import dev.quarry.qapi.generated.XDbgBlockGraphEdge;
import dev.quarry.qapi.generated.XDbgBlockGraphNode;
import dev.quarry.qapi.generated.XDbgBlockGraphNodeType;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Who uses whom. */
public final class GraphQueries {
    private GraphQueries() {}

    /** The view in the schema's words. */
    public static XDbgBlockGraph graph(GraphView view) {
        return new XDbgBlockGraph(
                view.places().stream().map(GraphQueries::place).toList(),
                view.uses().stream().map(GraphQueries::edge).toList());
    }

    private static XDbgBlockGraphNode place(GraphView.Place place) {
        return new XDbgBlockGraphNode(
                BigInteger.valueOf(place.id()),
                place.isNode()
                        ? XDbgBlockGraphNodeType.BLOCK_DRIVER
                        : XDbgBlockGraphNodeType.BLOCK_BACKEND,
                place.name());
    }

    private static XDbgBlockGraphEdge edge(GraphView.Use use) {
        return new XDbgBlockGraphEdge(
                BigInteger.valueOf(use.parent()),
                BigInteger.valueOf(use.child()),
                use.name(),
                permissions(use.access().used()).collect(Collectors.toList()),
                permissions(use.access().shared()).collect(Collectors.toList()));
    }

    private static Stream<BlockPermission> permissions(Permissions set) {
        return Arrays.stream(BlockPermission.values()).filter(each -> set.has(permission(each)));
    }

    private static Permissions permission(BlockPermission each) {
        return switch (each) {
            case CONSISTENT_READ -> Permissions.CONSISTENT_READ;
            case WRITE -> Permissions.WRITE;
            case WRITE_UNCHANGED -> Permissions.WRITE_UNCHANGED;
            case RESIZE -> Permissions.RESIZE;
        };
    }
}
