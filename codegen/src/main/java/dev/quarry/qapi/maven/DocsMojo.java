package dev.quarry.qapi.maven;

import dev.quarry.qapi.ManualGeneration;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.syntax.Dialect;

import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

import java.io.File;
import java.io.UncheckedIOException;

/**
 * Writes the manual of a QAPI schema: HTML that is read without a server. Files that stay the same
 * are not touched.
 */
@Mojo(name = "docs", defaultPhase = LifecyclePhase.PREPARE_PACKAGE, threadSafe = true)
public final class DocsMojo extends AbstractMojo {
    /** The root file of the schema. */
    @Parameter(required = true)
    private @Nullable File schema;

    /** The language it may be in: auto, or a release of QEMU such as 7.2. */
    @Parameter(defaultValue = "auto")
    private String dialect = "auto";

    /** What the manual is called; the schema's name without it. */
    @Parameter private @Nullable String title;

    /** The folder to write to. */
    @Parameter(defaultValue = "${project.build.directory}/manual")
    private @Nullable File output;

    @Override
    public void execute() throws MojoFailureException {
        if (schema == null || output == null) {
            throw new MojoFailureException("parameters 'schema' and 'output' are needed");
        }
        try {
            ManualGeneration.write(
                    schema.toPath().normalize(), Dialect.of(dialect), title, output.toPath());
        } catch (SchemaException e) {
            throw new MojoFailureException("the schema is wrong:\n" + e.getMessage(), e);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            throw new MojoFailureException(e.getMessage(), e);
        }
    }
}
