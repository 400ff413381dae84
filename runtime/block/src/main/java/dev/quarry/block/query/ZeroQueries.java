package dev.quarry.block.query;

import dev.quarry.block.BlockNode;
import dev.quarry.block.DetectZeroes;
import dev.quarry.block.ZeroExplanation;
import dev.quarry.block.ZeroPlan;
import dev.quarry.block.ZeroStep;
import dev.quarry.qapi.generated.BlockZeroAction;
import dev.quarry.qapi.generated.BlockZeroStep;
import dev.quarry.qapi.generated.BlockdevDetectZeroesOptions;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** What would become of zeros. */
public final class ZeroQueries {
    private ZeroQueries() {}

    /**
     * From the node down.
     *
     * @param mode null for the node's own
     */
    public static List<BlockZeroStep> explain(
            BlockNode node, @Nullable BlockdevDetectZeroesOptions mode) {
        DetectZeroes assumed =
                switch (mode) {
                    case null -> node.options().detectZeroes();
                    case OFF -> DetectZeroes.OFF;
                    case ON -> DetectZeroes.ON;
                    case UNMAP -> DetectZeroes.UNMAP;
                };
        return ZeroExplanation.of(node, assumed).stream().map(ZeroQueries::step).toList();
    }

    private static BlockZeroStep step(ZeroStep step) {
        return new BlockZeroStep(
                step.node().name(),
                step.node().driverName(),
                step.detected(),
                action(step.action()),
                step.unmap(),
                step.words());
    }

    private static BlockZeroAction action(ZeroPlan.Action action) {
        return switch (action) {
            case WRITE_DATA -> BlockZeroAction.WRITE_DATA;
            case PASS_ON -> BlockZeroAction.PASS_ON;
            case MARK -> BlockZeroAction.MARK;
            case RELEASE -> BlockZeroAction.RELEASE;
            case ZERO_RANGE -> BlockZeroAction.ZERO_RANGE;
            case PUNCH -> BlockZeroAction.PUNCH;
            case IGNORE -> BlockZeroAction.IGNORE;
        };
    }
}
