package dev.quarry.daemon.command;

import dev.quarry.block.BlockException;
import dev.quarry.qmp.codec.QmpException;

import org.jspecify.annotations.Nullable;

/** The one place where an error of the block layer becomes an error of QMP. */
public final class BlockErrors {
    private BlockErrors() {}

    /**
     * The error to send for a failure of a handler; null where it is none of the block layer's, and
     * so a defect of ours. The protocol has no class for these but {@code GenericError}.
     */
    public static @Nullable QmpException convert(RuntimeException failure) {
        return switch (failure) {
            case QmpException already -> already;
            case BlockException block -> QmpException.generic(block.getMessage());
            default -> null;
        };
    }
}
