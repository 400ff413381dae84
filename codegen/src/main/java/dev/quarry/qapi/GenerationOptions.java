package dev.quarry.qapi;

import dev.quarry.qapi.java.Scope;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

import javax.lang.model.SourceVersion;

/**
 * What of a schema is generated, and how.
 *
 * @param packageName the package of the classes
 * @param scope which part
 * @param modules the schema files whose definitions are wanted, by name without folder and {@code
 *     .json}; with none, all are
 * @param conditions which identifiers hold: what else there is is left out. With null, all is
 *     generated, and whether conditions hold is seen at run time
 */
public record GenerationOptions(
        String packageName,
        Scope scope,
        List<String> modules,
        @Nullable Predicate<String> conditions) {

    /**
     * @throws IllegalArgumentException the package's name is none
     */
    public GenerationOptions {
        modules = List.copyOf(modules);
        if (!SourceVersion.isName(packageName)) {
            throw new IllegalArgumentException("'" + packageName + "' is no name of a package");
        }
    }

    /** Everything of the schema, conditions seen at run time. */
    public GenerationOptions(String packageName) {
        this(packageName, Scope.ALL, List.of(), null);
    }

    /**
     * The conditions that a JSON object of identifier to boolean says to hold; what it does not
     * name holds.
     *
     * @throws java.io.UncheckedIOException the file can't be read, or holds something else
     */
    public static Predicate<String> conditions(Path file) {
        return HoldingConditions.of(file);
    }
}
