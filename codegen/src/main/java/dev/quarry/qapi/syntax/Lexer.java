package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.source.SourceFile;
import dev.quarry.qapi.syntax.Token.Kind;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a file into tokens. Plain comments are dropped; one that begins with {@code ##} is a token,
 * since it may open a documentation block, and inside of one every comment is.
 */
final class Lexer {
    private static final String ESCAPES = "\"/'bfnrt";
    private static final String ESCAPED = "\"/'\b\f\n\r\t";

    private final SourceFile file;
    private final Dialect dialect;
    private final String text;
    private int position;
    private int line = 1;

    /** The column of the character at {@code columnAt}, which is at most {@code position}. */
    private int column = 1;

    private int columnAt;
    private final List<Token> passed = new ArrayList<>();

    Lexer(SourceFile file, Dialect dialect) {
        this.file = file;
        this.dialect = dialect;
        this.text = file.text();
    }

    Dialect dialect() {
        return dialect;
    }

    /** The next token, without plain comments. */
    Token next() {
        return next(false);
    }

    /**
     * The next token.
     *
     * @param everyComment whether plain comments are tokens, too
     */
    Token next(boolean everyComment) {
        passed.clear();
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == '#') {
                boolean documentation = text.startsWith("##", position);
                Token comment = comment();
                if (everyComment || documentation) {
                    return comment;
                }
                passed.add(comment);
            } else if (Character.isWhitespace(c)) {
                skipSpace(c);
            } else {
                return token(c);
            }
        }
        position = text.length() - 1;
        Token end = new Token(Kind.END, "", here());
        position = text.length();
        return end;
    }

    /** The plain comments dropped between the last two tokens. */
    List<Token> passed() {
        return List.copyOf(passed);
    }

    private Location here() {
        for (; columnAt < position; columnAt++) {
            column = text.charAt(columnAt) == '\t' ? (column + 7) / 8 * 8 + 1 : column + 1;
        }
        return new Location(file, line, column);
    }

    private void skipSpace(char c) {
        position++;
        if (c == '\n' && position < text.length()) {
            line++;
            columnAt = position;
            column = 1;
        }
    }

    private Token comment() {
        Location start = here();
        int end = text.indexOf('\n', position);
        String comment = text.substring(position, end);
        position = end;
        return new Token(Kind.COMMENT, comment, start);
    }

    private Token token(char c) {
        return switch (c) {
            case '{' -> fixed(Kind.LEFT_BRACE, "{");
            case '}' -> fixed(Kind.RIGHT_BRACE, "}");
            case '[' -> fixed(Kind.LEFT_BRACKET, "[");
            case ']' -> fixed(Kind.RIGHT_BRACKET, "]");
            case ':' -> fixed(Kind.COLON, ":");
            case ',' -> fixed(Kind.COMMA, ",");
            case '\'' -> string();
            default -> word();
        };
    }

    private Token fixed(Kind kind, String spelling) {
        Token token = new Token(kind, spelling, here());
        position += spelling.length();
        return token;
    }

    private Token word() {
        boolean known = dialect.accepts(204);
        if (known && text.startsWith("true", position)) {
            return fixed(Kind.TRUE, "true");
        }
        if (known && text.startsWith("false", position)) {
            return fixed(Kind.FALSE, "false");
        }
        throw SchemaException.at(here(), "stray '" + strayText() + "'");
    }

    private String strayText() {
        int end = position + 1;
        while (!isBoundary(text.charAt(end))) {
            end++;
        }
        return text.substring(position, end);
    }

    private static boolean isBoundary(char c) {
        return "[]{}:,'".indexOf(c) >= 0 || Character.isWhitespace(c);
    }

    private Token string() {
        Location start = here();
        StringBuilder value = new StringBuilder();
        for (int i = position + 1; ; i++) {
            char c = text.charAt(i);
            if (c == '\'') {
                position = i + 1;
                return new Token(Kind.STRING, value.toString(), start);
            }
            if (c != '\\') {
                value.append(printable(c, start));
            } else if (text.charAt(++i) == 'u' && dialect.acceptsBetween(204, 402)) {
                value.append(unicode(i + 1, start));
                i += 4;
            } else {
                value.append(escaped(text.charAt(i), start));
            }
        }
    }

    /** Until 2.3 any character stands for itself, until 4.1 JSON's escapes are known. */
    private char escaped(char c, Location start) {
        int known = ESCAPES.indexOf(c);
        if (known >= 0 && dialect.acceptsBetween(204, 402)) {
            return ESCAPED.charAt(known);
        }
        if (c != '\\' && c != '\n' && !dialect.acceptsUntil(204)) {
            throw SchemaException.at(start, "unknown escape \\" + c);
        }
        return printable(c, start);
    }

    private char unicode(int from, Location start) {
        String digits = text.substring(from, Math.min(from + 4, text.length()));
        if (!digits.matches("00[0-7][0-9a-fA-F]") || digits.equals("0000")) {
            throw SchemaException.at(start, "\\u takes four hexadecimal digits, at most 007f");
        }
        return (char) Integer.parseInt(digits, 16);
    }

    private static char printable(char c, Location start) {
        if (c == '\n') {
            throw SchemaException.at(start, "the string does not end on its line");
        }
        if (c < 32 || c > 126) {
            throw SchemaException.at(start, "a string may hold printable ASCII only");
        }
        return c;
    }
}
