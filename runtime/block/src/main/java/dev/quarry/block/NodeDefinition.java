package dev.quarry.block;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * All that is needed to make a node and its inline children, independent of the schema. Made
 * without any I/O; {@link BlockGraph#add} carries it out.
 *
 * @param driver wire name of the driver
 * @param device the name of the device to list the node under ({@code id} of 2014), or null
 * @param children {@code COW} children are opened after the driver, all others before it, in order
 * @param opener makes the driver
 * @param settings the driver's own options, to compare a reopening with; null if the driver cannot
 *     be reopened
 */
public record NodeDefinition(
        String driver,
        GivenOptions options,
        @Nullable String device,
        List<ChildDefinition> children,
        DriverOpener opener,
        @Nullable DriverSettings settings) {

    /** Copies the list. */
    public NodeDefinition {
        children = List.copyOf(children);
    }

    /** A definition without device name and settings. */
    public static NodeDefinition of(
            String driver,
            GivenOptions options,
            List<ChildDefinition> children,
            DriverOpener opener) {
        return new NodeDefinition(driver, options, null, children, opener, null);
    }

    /** The same, listed under a device name. */
    public NodeDefinition withDevice(String id) {
        return new NodeDefinition(driver, options, id, children, opener, settings);
    }

    /** The same with what a reopening is compared with. */
    public NodeDefinition withSettings(DriverSettings own) {
        return new NodeDefinition(driver, options, device, children, opener, own);
    }

    /** The child of that name, or null. */
    @Nullable ChildDefinition child(String name) {
        for (ChildDefinition child : children) {
            if (child.name().equals(name)) {
                return child;
            }
        }
        return null;
    }

    /** Makes a driver whose children are open. Runs on the caller's thread and may block. */
    @FunctionalInterface
    public interface DriverOpener {
        /**
         * Opens.
         *
         * @throws BlockException if it cannot; nothing may stay open
         */
        BlockDriver open(OpenContext context);
    }
}
