package dev.quarry.block;

import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** What only the graph knows of a node: who uses it, whose it is, and what happens to it now. */
@MainLoopOnly
final class NodeEntry {
    private final String name;
    private final List<BlockChild> users = new ArrayList<>();
    private final List<OpBlocker> blockers = new ArrayList<>();
    private NodeDefinition definition;
    private @Nullable BlockNode definedIn;
    private boolean ownedByMonitor;
    private boolean closing;
    private boolean changing;

    NodeEntry(String name, NodeDefinition definition) {
        this.name = name;
        this.definition = definition;
    }

    /** The edges from above; the list itself. */
    List<BlockChild> users() {
        return users;
    }

    /** Adds an edge from above at a place, or last if there are fewer meanwhile. */
    void addUser(BlockChild edge, int place) {
        users.add(Math.min(place, users.size()), edge);
    }

    /** Who keeps others from doing things to the node; the list itself. */
    List<OpBlocker> blockers() {
        return blockers;
    }

    /** What the node was made of, or was reopened with last. */
    NodeDefinition definition() {
        return definition;
    }

    void setDefinition(NodeDefinition given) {
        definition = given;
    }

    /** The node in whose definition this one stood, or null. */
    @Nullable BlockNode definedIn() {
        return definedIn;
    }

    void setDefinedIn(BlockNode parent) {
        definedIn = parent;
    }

    /** Whether it was added by a command of its own, not as somebody's inline child. */
    boolean isOwnedByMonitor() {
        return ownedByMonitor;
    }

    void setOwnedByMonitor(boolean owned) {
        ownedByMonitor = owned;
    }

    boolean isClosing() {
        return closing;
    }

    void setClosing() {
        closing = true;
    }

    /** Whether a reopening is under way, during which nobody may come or go. */
    boolean isChanging() {
        return changing;
    }

    void setChanging(boolean reopening) {
        changing = reopening;
    }

    /** Refuses a node that is about to go or to change. */
    void requireSettled() {
        requirePresent();
        if (changing) {
            throw busy("reopened");
        }
    }

    /** Refuses a node that is about to go. */
    void requirePresent() {
        if (closing) {
            throw busy("removed");
        }
    }

    private BlockException busy(String being) {
        return BlockException.of(Errno.EBUSY, "Node '" + name + "' is being " + being);
    }

    boolean isUnused() {
        return users.isEmpty();
    }
}
