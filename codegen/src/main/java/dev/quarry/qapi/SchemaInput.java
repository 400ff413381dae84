package dev.quarry.qapi;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.introspect.AnswerSource;
import dev.quarry.qapi.java.Scope;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.syntax.Dialect;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.time.Duration;

/** What a schema is read from: its own files, or what a server says of itself; one of the two. */
final class SchemaInput {
    @Parameters(paramLabel = "ROOT", description = "root file of the schema")
    private @Nullable Path root;

    @ArgGroup(exclusive = false, multiplicity = "1")
    private @Nullable Server server;

    /** A server, or the answer of one. */
    static final class Server {
        @Option(
                names = "--from-introspection",
                required = true,
                paramLabel = "FILE|unix:PATH|HOST:PORT",
                description = {
                    "instead of a schema: a server's answer to query-qmp-schema, from a file with"
                            + " it or asked for over QMP; types without a name are called after"
                            + " their use"
                })
        private String answer = "";

        @Option(
                names = "--timeout",
                paramLabel = "SECONDS",
                defaultValue = "10",
                description = "how long the server may take (default: ${DEFAULT-VALUE})")
        private int seconds;

        Schema schema() {
            return new AnswerSource(answer).schema(Duration.ofSeconds(seconds));
        }
    }

    /** What one wants of it: who asks a server is its client. */
    Scope usualScope() {
        return server == null ? Scope.ALL : Scope.CLIENT;
    }

    /**
     * The schema.
     *
     * @param dialect of its own files
     */
    Schema schema(Dialect dialect) {
        if (server != null) {
            return server.schema();
        }
        return SchemaChecker.check(root == null ? Path.of("") : root, dialect);
    }
}
