package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Diagnostic;
import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.syntax.Token.Kind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Reads values: objects, lists, strings, booleans. Looks one token ahead. */
final class ValueParser {
    private static final int MAX_DEPTH = 100;
    private static final Set<Kind> VALUES =
            EnumSet.of(Kind.STRING, Kind.TRUE, Kind.FALSE, Kind.LEFT_BRACE, Kind.LEFT_BRACKET);

    private final Lexer lexer;
    private final Consumer<Diagnostic> lint;
    private Token token;
    private int depth;

    /**
     * @param lint takes what is no error, but not as it should be
     */
    ValueParser(Lexer lexer, Consumer<Diagnostic> lint) {
        this.lexer = lexer;
        this.lint = lint;
        this.token = lexer.next();
    }

    /** The token ahead. */
    Token token() {
        return token;
    }

    void advance() {
        token = lexer.next();
    }

    /** Moves on to the next token, which may be a plain comment. */
    void advanceToComment() {
        token = lexer.next(true);
    }

    /** The plain comments before the token ahead. */
    List<Token> passedComments() {
        return lexer.passed();
    }

    SchemaException failure(String message) {
        return SchemaException.at(token.location(), message);
    }

    Value value() {
        Location start = token.location();
        Kind kind = token.kind();
        switch (kind) {
            case LEFT_BRACE, LEFT_BRACKET -> {
                return nested(kind, start);
            }
            case STRING -> {
                String text = token.text();
                advance();
                return new Value.Text(text, start);
            }
            case TRUE, FALSE -> {
                advance();
                return new Value.Flag(kind == Kind.TRUE, start);
            }
            default -> throw failure("expected '{', '[', a string, or a boolean");
        }
    }

    private Value nested(Kind kind, Location start) {
        if (++depth > MAX_DEPTH) {
            throw failure("values are nested too deeply");
        }
        advance();
        Value value =
                kind == Kind.LEFT_BRACE
                        ? new Value.Dictionary(Collections.unmodifiableMap(members()), start)
                        : new Value.Array(List.copyOf(elements()), start);
        depth--;
        return value;
    }

    private Map<String, Value> members() {
        Map<String, Value> members = new LinkedHashMap<>();
        if (take(Kind.RIGHT_BRACE)) {
            return members;
        }
        expect(Kind.STRING, "a string or '}'");
        do {
            expect(Kind.STRING, "a string");
            member(members);
        } while (another(Kind.RIGHT_BRACE, "',' or '}'", token.is(Kind.STRING)));
        return members;
    }

    private void member(Map<String, Value> members) {
        String key = token.text();
        advance();
        expect(Kind.COLON, "':'");
        advance();
        if (members.containsKey(key)) {
            throw failure("key '" + key + "' stands here twice");
        }
        members.put(key, value());
    }

    private List<Value> elements() {
        List<Value> elements = new ArrayList<>();
        if (take(Kind.RIGHT_BRACKET)) {
            return elements;
        }
        do {
            elements.add(value());
        } while (another(Kind.RIGHT_BRACKET, "',' or ']'", VALUES.contains(token.kind())));
        return elements;
    }

    /**
     * Passes what stands behind an element: the end, or a comma. From 1.1 to 1.5 the comma could be
     * missing, or be there before the end.
     *
     * @param begins whether the token ahead may begin another element
     */
    private boolean another(Kind end, String expected, boolean begins) {
        if (take(end)) {
            return false;
        }
        if (!lexer.dialect().acceptsBetween(101, 106)) {
            expect(Kind.COMMA, expected);
            advance();
            return true;
        }
        Location at = token.location();
        if (take(Kind.COMMA)) {
            boolean trailing = take(end);
            if (trailing) {
                lint.accept(new Diagnostic(at, "a comma before the end", null, null));
            }
            return !trailing;
        }
        if (!begins) {
            throw failure("expected " + expected);
        }
        lint.accept(new Diagnostic(at, "a comma is missing before this", null, null));
        return true;
    }

    private boolean take(Kind kind) {
        boolean taken = token.is(kind);
        if (taken) {
            advance();
        }
        return taken;
    }

    private void expect(Kind kind, String what) {
        if (!token.is(kind)) {
            throw failure("expected " + what);
        }
    }
}
