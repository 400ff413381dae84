package dev.quarry.block;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A time in which somebody waits for requests to end. A driver that waits for something outside,
 * which may never answer, fails requests that last too long meanwhile. Closing it ends that.
 */
@FunctionalInterface
public interface Hurry extends AutoCloseable {
    /** For a driver whose requests end by themselves. */
    Hurry NONE = () -> {};

    /** While nodes are drained: long, since a request given up is an error somebody sees. */
    Duration DRAINING = Duration.ofSeconds(30);

    /** While users are cut off or all is closed. */
    Duration CLOSING = Duration.ofSeconds(5);

    @Override
    void close();

    /** Hurries some nodes and all below them. */
    static Hurry of(Collection<BlockNode> nodes, Duration patience) {
        Set<BlockNode> all = new LinkedHashSet<>();
        nodes.forEach(node -> all.addAll(GraphDrains.below(node)));
        List<Hurry> hurries = new ArrayList<>();
        for (BlockNode node : all) {
            if (node.isOpen()) {
                hurries.add(node.driver().hurry(patience));
            }
        }
        return () -> hurries.forEach(Hurry::close);
    }
}
