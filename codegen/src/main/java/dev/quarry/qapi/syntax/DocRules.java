package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Diagnostic;
import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.source.SchemaException;

import java.util.ArrayList;
import java.util.List;

/**
 * What becomes of a documentation block that breaks a rule: an error in the releases that had the
 * rule, else lint, and the block is read as well as it can be.
 */
final class DocRules {
    /** When rules came. */
    enum Rule {
        /** Blocks have their shape: delimiters, entries, sections. */
        SHAPE(209, 9999),
        /** Continued text is indented as far as it began. */
        INDENTATION(502, 801);

        private final int since;
        private final int until;

        Rule(int since, int until) {
            this.since = since;
            this.until = until;
        }
    }

    private final Dialect dialect;
    private final List<Diagnostic> lint = new ArrayList<>();

    DocRules(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Whether features may follow other sections. */
    boolean acceptsFeaturesLate() {
        return dialect.accepts(801);
    }

    /** What was no error. */
    List<Diagnostic> lint() {
        return lint;
    }

    void report(Location at, String message) {
        report(Rule.SHAPE, at, message);
    }

    void report(Rule rule, Location at, String message) {
        if (dialect.refuses(rule.since) && dialect.last() < rule.until) {
            throw SchemaException.at(at, message);
        }
        lint.add(new Diagnostic(at, message, null, null));
    }
}
