package dev.quarry.qapi.source;

import java.util.List;
import java.util.stream.Collectors;

/** A schema is wrong; carries every diagnostic found, the first first. Never empty. */
public final class SchemaException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Diagnostic> diagnostics;

    public SchemaException(List<Diagnostic> diagnostics) {
        super(diagnostics.stream().map(Diagnostic::toString).collect(Collectors.joining("\n")));
        this.diagnostics = List.copyOf(diagnostics);
    }

    public SchemaException(Diagnostic diagnostic) {
        this(List.of(diagnostic));
    }

    /** An error at a place outside of any definition. */
    public static SchemaException at(Location location, String message) {
        return new SchemaException(new Diagnostic(location, message, null, null));
    }

    /** All diagnostics, as a compiler prints them. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }
}
