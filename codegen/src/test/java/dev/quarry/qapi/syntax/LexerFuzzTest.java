package dev.quarry.qapi.syntax;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.source.SourceFile;

import java.nio.file.Path;
import java.util.List;

/** Any text at all is cut into tokens, or refused with a place. */
class LexerFuzzTest {
    private static final List<String> DIALECTS = List.of("auto", "1.0", "2.1", "4.1", "7.2", "9.1");

    @DictionaryEntries({"'", "\\", "\\u0041", "#", "##", "true", "false", "{", "}", "[", "]", ":"})
    @FuzzTest(maxDuration = "10s")
    void everyTextEndsInTokensOrADiagnostic(FuzzedDataProvider data) {
        Dialect dialect = Dialect.of(data.pickValue(DIALECTS));
        boolean everyComment = data.consumeBoolean();
        String text = data.consumeRemainingAsString() + "\n";
        Lexer lexer = new Lexer(new SourceFile(Path.of("fuzz.json"), text, null), dialect);
        try {
            int tokens = 0;
            for (Token t = lexer.next(everyComment); !t.is(Token.Kind.END); t = lexer.next()) {
                check(t, text);
                if (++tokens > text.length()) {
                    throw new AssertionError("more tokens than characters");
                }
            }
        } catch (SchemaException e) {
            e.diagnostics().forEach(d -> check(d.location(), text));
        }
    }

    private static void check(Token token, String text) {
        check(token.location(), text);
    }

    private static void check(Location at, String text) {
        long lines = text.chars().filter(c -> c == '\n').count();
        if (at.line() < 1 || at.line() > lines || at.column() < 1) {
            throw new AssertionError("there is no place " + at);
        }
    }
}
