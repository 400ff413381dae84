package dev.quarry.block;

/**
 * What would become of zeros at one node.
 *
 * @param detected a plain write becomes a zero write here
 * @param unmap the space may be given back, as far as this node is concerned
 * @param words a sentence with the reason
 */
public record ZeroStep(
        BlockNode node, boolean detected, ZeroPlan.Action action, boolean unmap, String words) {}
