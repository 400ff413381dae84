package dev.quarry.qapi.source;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong, so that one run can report more than the first error. */
public final class Diagnostics {
    private final List<Diagnostic> collected = new ArrayList<>();

    /** Runs one step; what it reports is kept, and the caller goes on with the next. */
    public void collect(Runnable step) {
        try {
            step.run();
        } catch (SchemaException e) {
            addAll(e.diagnostics());
        }
    }

    public void addAll(List<Diagnostic> more) {
        for (Diagnostic d : more) {
            if (!collected.contains(d)) {
                collected.add(d);
            }
        }
    }

    /** Ends a phase: fails with everything collected, if there is anything. */
    public void failIfAny() {
        if (!collected.isEmpty()) {
            throw new SchemaException(collected);
        }
    }
}
