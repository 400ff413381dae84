package dev.quarry.block;

import static dev.quarry.block.Permissions.RESIZE;
import static dev.quarry.block.Permissions.WRITE;
import static dev.quarry.block.Permissions.WRITE_UNCHANGED;

import dev.quarry.posix.Errno;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/**
 * One change of permissions, all or nothing: recomputes, from some nodes downwards, what the users
 * of every node do and share, refuses conflicts, and asks drivers for what they need of the
 * outside.
 *
 * <p>Parents come before their children, so each node is settled once.
 */
@MainLoopOnly
final class PermissionUpdate {
    private final Map<BlockChild, Access> edges = new LinkedHashMap<>();
    private final Map<BlockNode, Access> nodes = new LinkedHashMap<>();
    private final List<BlockDriver> prepared = new ArrayList<>();

    /** Sets what a backend does and shares. */
    void propose(BlockChild edge, Access access) {
        MainLoop.assertCurrent();
        edges.put(edge, access);
    }

    /**
     * Applies the change, or throws and leaves everything as it was.
     *
     * @param from the nodes whose users changed
     */
    void apply(Collection<BlockNode> from) {
        MainLoop.assertCurrent();
        try {
            for (BlockNode node : topDown(from)) {
                settle(node);
            }
        } catch (RuntimeException refused) {
            prepared.reversed().forEach(BlockDriver::abortAccess);
            throw refused;
        }
        edges.forEach(BlockChild::setAccess);
        nodes.forEach(BlockNode::setAccess);
        prepared.forEach(BlockDriver::commitAccess);
    }

    private void settle(BlockNode node) {
        Access own = together(node);
        requireAllowed(node, own);
        nodes.put(node, own);
        if (node.isOpen()) {
            node.driver().prepareAccess(own);
            prepared.add(node.driver());
        }
        for (BlockChild child : node.children()) {
            edges.put(child, node.childAccess(child, own));
        }
    }

    /** All users of a node at once; refuses a pair that cannot be together. */
    private Access together(BlockNode node) {
        Access sum = Access.IDLE;
        for (BlockChild user : node.entry().users()) {
            for (BlockChild other : node.entry().users()) {
                requireCompatible(node, user, other);
            }
            sum = sum.and(access(user));
        }
        return sum;
    }

    private void requireCompatible(BlockNode node, BlockChild user, BlockChild other) {
        Permissions missing = access(user).used().without(access(other).shared());
        if (user != other && missing != Permissions.NONE) {
            throw BlockException.of(
                    Errno.EPERM,
                    ("Permission conflict on node '%s': %s (as '%s') needs %s, which %s (as '%s')"
                                    + " does not share")
                            .formatted(
                                    node.name(),
                                    user.user().describe(),
                                    user.name(),
                                    missing,
                                    other.user().describe(),
                                    other.name()));
        }
    }

    private BlockException readOnly(BlockNode node) {
        for (BlockChild user : node.entry().users()) {
            if (access(user).used().hasAny(WRITE.with(WRITE_UNCHANGED))) {
                return BlockException.of(
                        Errno.EPERM,
                        "Node '%s' is read-only, and %s (as '%s') needs write: give it 'read-only' false"
                                .formatted(node.name(), user.user().describe(), user.name()));
            }
        }
        throw new IllegalStateException("nobody writes to " + node);
    }

    private void requireAllowed(BlockNode node, Access own) {
        if (node.isReadOnly() && own.used().hasAny(WRITE.with(WRITE_UNCHANGED))) {
            throw readOnly(node);
        }
        if (own.used().has(WRITE) && !own.used().has(RESIZE) && node.isOpen()) {
            requireWholeBlocks(node);
        }
    }

    private static void requireWholeBlocks(BlockNode node) {
        int alignment = node.driver().limits().requestAlignment();
        if (node.size() % alignment != 0) {
            throw BlockException.of(
                    Errno.EINVAL,
                    ("Node '%s' cannot be written without resizing: its size %d is not a"
                                    + " multiple of its request alignment %d")
                            .formatted(node.name(), node.size(), alignment));
        }
    }

    private Access access(BlockChild edge) {
        return edges.getOrDefault(edge, edge.access());
    }

    /** Some nodes and all below them, parents before their children. */
    static SequencedSet<BlockNode> topDown(Collection<BlockNode> from) {
        SequencedSet<BlockNode> bottomUp = new LinkedHashSet<>();
        from.forEach(node -> visit(node, bottomUp));
        return bottomUp.reversed();
    }

    private static void visit(BlockNode node, SequencedSet<BlockNode> bottomUp) {
        if (!bottomUp.contains(node)) {
            node.children().forEach(child -> visit(child.node(), bottomUp));
            bottomUp.add(node);
        }
    }
}
