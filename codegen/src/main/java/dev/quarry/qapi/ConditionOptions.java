package dev.quarry.qapi;

import dev.quarry.qapi.json.Presence;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that say what becomes of conditions; without one, all of them hold. */
final class ConditionOptions {
    @ArgGroup(exclusive = false)
    private @Nullable HoldingConditions holding;

    @Option(
            names = "--keep-conditions",
            description = "wrap what has a condition: {\"if\": ..., \"value\": ...}")
    private boolean keep;

    Presence presence() {
        HoldingConditions evaluated = holding == null ? new HoldingConditions() : holding;
        return keep ? Presence.keep() : Presence.evaluate(evaluated.identifiers());
    }
}
