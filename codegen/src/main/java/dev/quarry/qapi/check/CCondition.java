package dev.quarry.qapi.check;

import dev.quarry.qapi.model.Condition;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a condition as 3.0 to 6.1 wrote it: a C preprocessor expression of {@code defined(X)},
 * {@code !}, {@code &&}, {@code ||} and parentheses.
 */
final class CCondition {
    private static final Pattern TOKEN =
            Pattern.compile("\\s*(\\|\\||&&|!|\\(|\\)|[A-Za-z_][A-Za-z0-9_]*)");
    private static final String END = "";
    private static final int MAX_DEPTH = 50;

    private final Subject subject;
    private final String text;
    private final String what;
    private final Matcher tokens;
    private int position;
    private int depth;
    private String token = END;

    private CCondition(Subject subject, String text, String what) {
        this.subject = subject;
        this.text = text;
        this.what = what;
        this.tokens = TOKEN.matcher(text);
        advance();
    }

    static Condition read(Subject subject, String text, String what) {
        CCondition reader = new CCondition(subject, text, what);
        Condition condition = reader.alternatives();
        if (!reader.token.equals(END)) {
            throw reader.failure();
        }
        return condition;
    }

    private RuntimeException failure() {
        return subject.failure(what + " has '" + text + "', which is no valid condition");
    }

    private void advance() {
        int from = position;
        if (tokens.find(from) && tokens.start() == from) {
            token = tokens.group(1);
            position = tokens.end();
        } else if (text.substring(from).isBlank()) {
            token = END;
        } else {
            throw failure();
        }
    }

    private boolean take(String wanted) {
        boolean found = token.equals(wanted);
        if (found) {
            advance();
        }
        return found;
    }

    private Condition alternatives() {
        List<Condition> parts = new ArrayList<>(List.of(conjunction()));
        while (take("||")) {
            parts.add(conjunction());
        }
        return parts.size() == 1 ? parts.get(0) : new Condition.Any(parts);
    }

    private Condition conjunction() {
        List<Condition> parts = new ArrayList<>(List.of(term()));
        while (take("&&")) {
            parts.add(term());
        }
        return parts.size() == 1 ? parts.get(0) : new Condition.All(parts);
    }

    private Condition term() {
        if (++depth > MAX_DEPTH) {
            throw failure();
        }
        Condition term = innerTerm();
        depth--;
        return term;
    }

    private Condition innerTerm() {
        if (take("!")) {
            return new Condition.Not(term());
        }
        if (take("(")) {
            Condition inner = alternatives();
            expect(")");
            return inner;
        }
        if (take("defined")) {
            boolean parenthesis = take("(");
            Condition identifier = identifier();
            if (parenthesis) {
                expect(")");
            }
            return identifier;
        }
        return identifier();
    }

    private Condition identifier() {
        if (token.equals(END) || !Character.isJavaIdentifierStart(token.charAt(0))) {
            throw failure();
        }
        Condition identifier = new Condition.Identifier(token);
        advance();
        return identifier;
    }

    private void expect(String wanted) {
        if (!take(wanted)) {
            throw failure();
        }
    }
}
