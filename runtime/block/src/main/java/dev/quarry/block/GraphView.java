package dev.quarry.block;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who uses whom at one moment.
 *
 * @param places nodes and their users; numbers are those of {@link Place#id}
 */
public record GraphView(List<Place> places, List<Use> uses) {
    /**
     * A node, or a backend that uses one.
     *
     * @param id from 1 on, in this view only
     * @param name of the node; empty for a backend
     */
    public record Place(long id, boolean isNode, String name) {}

    /** One uses another: what it takes and what it leaves to others. */
    public record Use(long parent, long child, String name, Access access) {}

    @MainLoopOnly
    static GraphView of(List<BlockNode> nodes) {
        MainLoop.assertCurrent();
        Builder builder = new Builder();
        nodes.forEach(builder::add);
        return new GraphView(builder.places, builder.uses);
    }

    /** Numbers the places as it meets them. */
    private static final class Builder {
        private final Map<NodeUser, Long> ids = new HashMap<>();
        private final List<Place> places = new ArrayList<>();
        private final List<Use> uses = new ArrayList<>();

        void add(BlockNode node) {
            long child = id(node);
            for (BlockChild use : node.entry().users()) {
                uses.add(new Use(id(use.user()), child, use.name(), use.access()));
            }
        }

        private long id(NodeUser user) {
            Long known = ids.get(user);
            if (known != null) {
                return known;
            }
            long id = ids.size() + 1L;
            ids.put(user, id);
            places.add(
                    switch (user) {
                        case BlockNode node -> new Place(id, true, node.name());
                        case BlockBackend _ -> new Place(id, false, "");
                    });
            return id;
        }
    }
}
