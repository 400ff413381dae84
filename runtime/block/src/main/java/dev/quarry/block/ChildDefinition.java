package dev.quarry.block;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/**
 * A child in a definition: a node of its own, one that exists already, or the statement that there
 * is none. At most one of {@code inline} and {@code reference} is set.
 *
 * @param name the edge: {@code "file"}, {@code "backing"}
 * @param reference name of an existing node
 */
public record ChildDefinition(
        String name,
        Set<ChildRole> roles,
        @Nullable NodeDefinition inline,
        @Nullable String reference) {

    /** Checks that there are not both forms. */
    public ChildDefinition {
        roles = Set.copyOf(roles);
        if (inline != null && reference != null) {
            throw new IllegalArgumentException("child '" + name + "' is inline or a reference");
        }
    }

    /** No child, whatever the image says. */
    public static ChildDefinition none(String name, Set<ChildRole> roles) {
        return new ChildDefinition(name, roles, null, null);
    }

    /** Whether it says that there is no child. */
    public boolean isNone() {
        return inline == null && reference == null;
    }

    /** A child that lives and dies with its parent. */
    public static ChildDefinition inline(
            String name, Set<ChildRole> roles, NodeDefinition definition) {
        return new ChildDefinition(name, roles, definition, null);
    }

    /** An existing node, taken as it is. */
    public static ChildDefinition reference(String name, Set<ChildRole> roles, String node) {
        return new ChildDefinition(name, roles, null, node);
    }
}
