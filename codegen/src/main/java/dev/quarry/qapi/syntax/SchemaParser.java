package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Diagnostic;
import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.source.SourceFile;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads a root file and what it includes, each file once. */
public final class SchemaParser {
    private static final int MAX_DEPTH = 100;

    private final List<Expression> expressions = new ArrayList<>();
    private final List<SourceFile> modules = new ArrayList<>();
    private final List<DocComment> freeText = new ArrayList<>();
    private final Set<Path> seen = new HashSet<>();
    private final Pragmas pragmas;

    private final Dialect dialect;
    private final DocRules docRules;

    private SchemaParser(Dialect dialect) {
        this.dialect = dialect;
        this.docRules = new DocRules(dialect);
        this.pragmas = new Pragmas(dialect);
    }

    /**
     * Reads a schema.
     *
     * @param dialect the releases whose language it may be in
     * @throws SchemaException what is wrong with documentation, until the first syntax error or
     *     file that can't be read, and that
     */
    public static ParsedSchema parse(Path root, Dialect dialect) {
        SchemaParser parser = new SchemaParser(dialect);
        SourceFile nowhere = new SourceFile(root, "\n", null);
        parser.root(root, new Location(nowhere, 1, 1));
        return new ParsedSchema(
                parser.expressions,
                parser.modules,
                parser.freeText,
                parser.pragmas,
                dialect,
                parser.docRules);
    }

    private void root(Path path, Location blame) {
        List<Diagnostic> last = List.of();
        try {
            file(path, null, blame);
        } catch (SchemaException e) {
            last = e.diagnostics();
        }
        docRules.failIfAny(last);
    }

    private void file(Path path, @Nullable Location includedAt, Location blame) {
        seen.add(identity(path));
        SourceFile file = read(path, includedAt, blame);
        modules.add(file);
        new FileParser(file, this).parse();
    }

    private static SourceFile read(Path path, @Nullable Location includedAt, Location blame) {
        try {
            return SourceFile.read(path, includedAt);
        } catch (NoSuchFileException e) {
            throw SchemaException.at(blame, "can't read '" + path + "': there is no such file");
        } catch (IOException e) {
            throw SchemaException.at(blame, "can't read '" + path + "': " + e.getMessage());
        }
    }

    private static Path identity(Path path) {
        return path.toAbsolutePath().normalize();
    }

    Dialect dialect() {
        return dialect;
    }

    DocRules docRules() {
        return docRules;
    }

    void add(Expression expression) {
        expressions.add(expression);
    }

    void add(DocComment comment) {
        freeText.add(comment);
    }

    void pragma(String name, Value value, Location at) {
        pragmas.set(name, value, at);
    }

    void include(String name, Location at) {
        Path path = at.file().path().resolveSibling(name);
        refuseLoop(path, name, at);
        if (!seen.contains(identity(path))) {
            file(path, at, at);
        }
    }

    private static void refuseLoop(Path path, String name, Location at) {
        Path wanted = identity(path);
        int depth = 0;
        for (Location l = at; l != null; l = l.file().includedAt()) {
            if (identity(l.file().path()).equals(wanted)) {
                throw SchemaException.at(at, "'" + name + "' includes itself");
            }
            if (++depth > MAX_DEPTH) {
                throw SchemaException.at(at, "files include one another too deeply");
            }
        }
    }
}
