package dev.quarry.qapi.source;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects what is wrong, so that one run can report more than the first error; of a hundred errors
 * nobody reads the next.
 */
public final class Diagnostics {
    private static final int MAX = 100;

    private final Set<Diagnostic> collected = new LinkedHashSet<>();

    /** Runs one step; what it reports is kept, and the caller goes on with the next. */
    public void collect(Runnable step) {
        if (collected.size() >= MAX) {
            return;
        }
        try {
            step.run();
        } catch (SchemaException e) {
            addAll(e.diagnostics());
        }
    }

    public void addAll(List<Diagnostic> more) {
        more.stream().limit(MAX).forEach(collected::add);
    }

    /** Ends a phase: fails with everything collected, if there is anything. */
    public void failIfAny() {
        if (!collected.isEmpty()) {
            throw new SchemaException(List.copyOf(collected));
        }
    }
}
