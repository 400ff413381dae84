package dev.quarry.block;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Walks down from a node and says what would become of a write of zeros. Does no I/O and changes
 * nothing. Any thread, inside {@link BlockGraph#look}.
 */
public final class ZeroExplanation {
    private final List<ZeroStep> steps = new ArrayList<>();

    private ZeroExplanation() {}

    /** The steps from the node down to the last one that hears of the write. */
    public static List<ZeroStep> of(BlockNode node, DetectZeroes mode) {
        ZeroExplanation explanation = new ZeroExplanation();
        explanation.data(node, mode);
        return explanation.steps;
    }

    /** Zeros arrive as data. */
    private void data(BlockNode node, DetectZeroes mode) {
        BlockDriver driver = node.driver();
        if (node.isReadOnly()) {
            add(node, false, ZeroPlan.Action.IGNORE, false, "The node is read-only: it refuses.");
        } else if (mode == DetectZeroes.OFF) {
            passData(node, "Zero detection is off");
        } else if (!driver.hasZeroWrite()) {
            passData(
                    node,
                    "Driver '" + driver.name() + "' has no zero write, so nothing is detected");
        } else {
            zeroes(node, mode == DetectZeroes.UNMAP, true);
        }
    }

    private void passData(BlockNode node, String reason) {
        add(node, false, ZeroPlan.Action.WRITE_DATA, false, reason + ": zeros are data.");
        dataBelow(node.primary());
    }

    private void dataBelow(@Nullable BlockChild child) {
        if (child != null) {
            data(child.node(), child.node().options().detectZeroes());
        }
    }

    /** Zeros arrive as a zero write, or become one here. */
    private void zeroes(BlockNode node, boolean unmap, boolean detected) {
        ZeroPlan plan = node.driver().zeroPlan(unmap);
        add(node, detected, plan.action(), unmap, plan.words());
        BlockChild below = plan.below();
        if (below == null) {
            return;
        }
        if (plan.asDiscard()) {
            discard(below.node());
        } else if (plan.action() == ZeroPlan.Action.WRITE_DATA) {
            dataBelow(below);
        } else {
            zeroes(below.node(), unmap && below.node().options().unmap(), false);
        }
    }

    private void discard(BlockNode node) {
        boolean told = node.options().unmap() && node.driver().hasDiscard();
        if (!told) {
            add(node, false, ZeroPlan.Action.IGNORE, false, "Discards are ignored here.");
            return;
        }
        BlockChild below = node.primary();
        if (below == null) {
            add(node, false, ZeroPlan.Action.PUNCH, true, "The space is discarded.");
        } else {
            add(node, false, ZeroPlan.Action.PASS_ON, true, "The discard is handed on.");
            discard(below.node());
        }
    }

    private void add(
            BlockNode node, boolean detected, ZeroPlan.Action action, boolean unmap, String words) {
        String found = detected ? "A write of zeros is found here. " : "";
        steps.add(new ZeroStep(node, detected, action, unmap, found + words));
    }
}
