package dev.quarry.block.qcow2;

import dev.quarry.block.NodeDefinition;

/** Makes the definition of a backing node from its file name: the place that knows the drivers. */
@FunctionalInterface
public interface BackingDefiner {
    /**
     * Defines a node; does no I/O.
     *
     * @param format driver name: {@code "raw"} or {@code "qcow2"}
     * @param filename path of the file
     * @param depth for {@link Qcow2Settings#ofBacking}
     */
    NodeDefinition define(String format, String filename, int depth);
}
