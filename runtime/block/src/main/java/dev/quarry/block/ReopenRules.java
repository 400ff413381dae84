package dev.quarry.block;

import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What a reopening may change of a node, children aside. */
@MainLoopOnly
final class ReopenRules {
    private ReopenRules() {}

    /**
     * Compares the node's options with those it is to have.
     *
     * @throws BlockException naming the option that cannot change or be left out
     */
    static void require(BlockNode node, NodeDefinition after) {
        MainLoop.assertCurrent();
        NodeDefinition before = node.entry().definition();
        DriverSettings old = before.settings();
        DriverSettings given = after.settings();
        requireSame(node, "driver", before.driver(), after.driver());
        if (old == null || given == null) {
            throw BlockException.notSupported(
                    "Node '%s' cannot be reopened: its driver '%s' has no way to"
                            .formatted(node.name(), before.driver()));
        }
        if (after.device() != null) {
            requireSame(node, "id", node.device(), after.device());
        }
        requireKept(
                node, "force-share", before.options().forceShare(), after.options().forceShare());
        requireUnchanged(node, old.given(), given);
        requireBackingGiven(node, after);
    }

    private static void requireUnchanged(
            BlockNode node, Map<String, Object> old, DriverSettings given) {
        Set<String> changeable = given.changeable();
        for (String option : old.keySet()) {
            if (!changeable.contains(option)) {
                requireKept(node, option, old.get(option), given.given().get(option));
            }
        }
        for (String option : given.given().keySet()) {
            if (!changeable.contains(option)) {
                requireSame(node, option, old.get(option), given.given().get(option));
            }
        }
    }

    private static void requireKept(
            BlockNode node, String option, @Nullable Object before, @Nullable Object after) {
        if (before != null && after == null) {
            throw refused(
                    node,
                    "option '%s' cannot go back to its default, give it as it was: %s"
                            .formatted(option, before));
        }
        requireSame(node, option, before, after);
    }

    static void requireSame(
            BlockNode node, String option, @Nullable Object before, @Nullable Object after) {
        if (!Objects.equals(before, after)) {
            throw refused(node, "option '%s' cannot change to %s".formatted(option, after));
        }
    }

    /** An image that has a backing file, or names one, is told which one to have. */
    private static void requireBackingGiven(BlockNode node, NodeDefinition after) {
        boolean has = node.backing() != null || node.driver().backingLink() != null;
        if (has && after.child("backing") == null) {
            throw missingBacking();
        }
    }

    static BlockException missingBacking() {
        return BlockException.of(
                Errno.EINVAL,
                "The image has a backing file: give 'backing', the name of a node or null");
    }

    static BlockException refused(BlockNode node, String why) {
        return BlockException.of(
                Errno.EINVAL, "Node '" + node.name() + "' cannot be reopened: " + why);
    }
}
