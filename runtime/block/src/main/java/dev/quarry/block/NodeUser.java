package dev.quarry.block;

/** Who holds an edge to a node: a node above, or the backend of an export, a job or a test. */
sealed interface NodeUser permits BlockNode, BlockBackend {
    /** How messages speak of it: {@code node 'x'}, {@code export 'e'}. */
    String describe();
}
