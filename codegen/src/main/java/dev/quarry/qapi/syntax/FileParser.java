package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.source.SourceFile;

import org.jspecify.annotations.Nullable;

/** Reads the top level of one file: documentation blocks, directives, definitions. */
final class FileParser {
    private final SourceFile file;
    private final SchemaParser schema;
    private final ValueParser values;
    private final DocReader comments;
    private @Nullable DocComment pending;

    FileParser(SourceFile file, SchemaParser schema) {
        this.file = file;
        this.schema = schema;
        Lexer lexer = new Lexer(file, schema.dialect());
        this.values = new ValueParser(lexer, schema.docRules()::advise);
        this.comments = new DocReader(values, schema.docRules());
    }

    void parse() {
        while (!values.token().is(Token.Kind.END)) {
            if (values.token().is(Token.Kind.COMMENT)) {
                comment();
            } else {
                expression(values.token().location());
            }
        }
        refusePendingDefinition();
    }

    private void comment() {
        refusePendingDefinition();
        for (DocComment comment : comments.block()) {
            pending = comment;
            if (comment.symbol() == null) {
                schema.add(comment);
            }
        }
    }

    private void expression(Location start) {
        if (!(values.value() instanceof Value.Dictionary object)) {
            throw SchemaException.at(start, "a top-level expression must be an object");
        }
        if (object.has("include") && schema.dialect().accepts(201)) {
            refusePendingDefinition();
            include(object);
        } else if (object.has("pragma") && schema.dialect().accepts(209)) {
            refusePendingDefinition();
            pragma(object);
        } else {
            refusePendingFreeText();
            schema.add(new Expression(object, file, pending));
        }
        pending = null;
    }

    private void include(Value.Dictionary object) {
        Location at = object.location();
        refuseOtherKeys(object, "include");
        if (!(object.members().get("include") instanceof Value.Text name)) {
            throw SchemaException.at(at, "'include' takes a string");
        }
        schema.include(name.text(), at);
    }

    private void pragma(Value.Dictionary object) {
        Location at = object.location();
        refuseOtherKeys(object, "pragma");
        if (!(object.members().get("pragma") instanceof Value.Dictionary pragmas)) {
            throw SchemaException.at(at, "'pragma' takes an object");
        }
        pragmas.members().forEach((name, value) -> schema.pragma(name, value, at));
    }

    private static void refuseOtherKeys(Value.Dictionary object, String directive) {
        if (object.members().size() != 1) {
            throw SchemaException.at(
                    object.location(), "'" + directive + "' must be the only key of its object");
        }
    }

    private void refusePendingDefinition() {
        if (pending != null && pending.symbol() != null) {
            schema.docRules()
                    .report(
                            DocRules.Rule.SHAPE,
                            pending.location(),
                            "the documentation of '"
                                    + pending.symbol()
                                    + "' is not followed by it");
            schema.add(pending);
        }
        pending = null;
    }

    private void refusePendingFreeText() {
        if (pending != null && pending.symbol() == null) {
            schema.docRules()
                    .report(
                            DocRules.Rule.SHAPE,
                            pending.location(),
                            "the documentation before a definition must begin with '@name:'");
            pending = null;
        }
    }
}
