package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Diagnostic;
import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.source.SchemaException;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What becomes of documentation that breaks a rule: an error in the releases that had the rule; in
 * a dialect of which a later release has it, lint. The documentation is read as well as it can be.
 */
public final class DocRules {
    /** When rules came, and when they were lifted. */
    public enum Rule {
        /** Blocks have their shape: delimiters, entries, sections. */
        SHAPE(209, 9999),
        /** Only what exists is documented, and every feature is. */
        SUBJECTS(209, 9999),
        /** Continued text is indented as far as the words on the header's line. */
        COLUMN_OF_HEADER(502, 801),
        /** Continued text is indented as far as its first line below the header. */
        COLUMN_OF_TEXT(900, 9999),
        /** Every member is documented, and only results that there are. */
        COMPLETE(900, 9999),
        /** Notes and examples are directives, not tagged sections. */
        DIRECTIVES(901, 9999),
        /** At most 70 columns, two spaces between sentences. */
        LINES(1002, 9999);

        private final int since;
        private final int lifted;

        Rule(int since, int lifted) {
            this.since = since;
            this.lifted = lifted;
        }
    }

    private static final int MOST_ERRORS = 100;
    private static final Pattern HEADING = Pattern.compile("# =+ +\\S.*");

    private final Dialect dialect;
    private final List<Diagnostic> lint = new ArrayList<>();
    private final List<Diagnostic> errors = new ArrayList<>();

    DocRules(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Whether the dialect has the layout of 9.0 and later, and no other. */
    boolean isModern() {
        return dialect.refuses(900);
    }

    /** Whether comments of before 2.9 are read, which had no rules. */
    boolean takesLooseComments() {
        return dialect.acceptsUntil(209);
    }

    /**
     * Whether a line is a heading that begins with equals signs. Since 10.1 there are none, but
     * headings may be underlined with such signs.
     */
    boolean isHeading(String comment) {
        return dialect.accepts(1001)
                ? dialect.acceptsUntil(1001) && HEADING.matcher(comment).matches()
                : comment.startsWith("# =");
    }

    /** Whether features may follow other sections. */
    boolean acceptsFeaturesLate() {
        return dialect.accepts(801);
    }

    /** What was no error, in the order found. */
    public List<Diagnostic> lint() {
        return lint;
    }

    /** Whether the dialect's releases all have the rule. */
    public boolean isError(Rule rule) {
        return dialect.refuses(rule.since) && dialect.last() < rule.lifted;
    }

    /** Keeps as lint what no release refuses. */
    public void advise(Diagnostic diagnostic) {
        lint.add(diagnostic);
    }

    /**
     * Keeps it as an error, or as lint; reading goes on.
     *
     * @throws SchemaException there are very many errors by now
     */
    void report(Rule rule, Location at, String message) {
        Diagnostic diagnostic = new Diagnostic(at, message, null, null);
        if (!isError(rule)) {
            report(rule, diagnostic);
            return;
        }
        errors.add(diagnostic);
        if (errors.size() == MOST_ERRORS) {
            throw SchemaException.at(at, "there is too much wrong with the documentation");
        }
    }

    /** Ends the reading of a schema: fails with the errors found, and what ended it early. */
    void failIfAny(List<Diagnostic> last) {
        errors.addAll(last);
        if (!errors.isEmpty()) {
            throw new SchemaException(errors);
        }
    }

    /**
     * Fails, or keeps it as lint.
     *
     * @throws SchemaException the dialect's releases all have the rule
     */
    public void report(Rule rule, Diagnostic diagnostic) {
        if (isError(rule)) {
            throw new SchemaException(diagnostic);
        }
        if (dialect.accepts(rule.since) && dialect.last() < rule.lifted) {
            lint.add(diagnostic);
        }
    }
}
