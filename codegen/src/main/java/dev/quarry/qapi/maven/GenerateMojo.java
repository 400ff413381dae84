package dev.quarry.qapi.maven;

import dev.quarry.qapi.Generation;
import dev.quarry.qapi.GenerationOptions;
import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.java.Scope;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.subset.SubsetException;
import dev.quarry.qapi.syntax.Dialect;

import org.apache.maven.model.Resource;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

import java.io.File;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Generates Java from a QAPI schema and adds it to the project, together with the schema's
 * introspection as a resource. Files that stay the same are not touched.
 */
@Mojo(name = "generate", defaultPhase = LifecyclePhase.GENERATE_SOURCES, threadSafe = true)
public final class GenerateMojo extends AbstractMojo {
    /** The root file of the schema. */
    @Parameter(required = true)
    private @Nullable File schema;

    /** The package of the generated classes. */
    @Parameter(name = "package", alias = "packageName", defaultValue = "dev.quarry.qapi.generated")
    private String packageName = "";

    /** The language it may be in: auto, or a release of QEMU such as 7.2. */
    @Parameter(defaultValue = "auto")
    private String dialect = "auto";

    /** Which part is wanted: all, types, client or server. */
    @Parameter(defaultValue = "all")
    private String only = "all";

    /**
     * The schema files whose definitions are wanted, with the types they need, such as {@code
     * block-core}; all without it.
     */
    @Parameter private List<String> modules = List.of();

    /**
     * A JSON object of identifier to boolean: what does not exist under these conditions is left
     * out. Without it all is generated, and conditions are seen at run time.
     */
    @Parameter private @Nullable File conditions;

    /** The source root to write under. */
    @Parameter(defaultValue = "${project.build.directory}/generated-sources/qapi")
    private @Nullable File sources;

    /** The resource root to write under. */
    @Parameter(defaultValue = "${project.build.directory}/generated-resources/qapi")
    private @Nullable File resources;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private @Nullable MavenProject project;

    /** Maven sets the parameter {@code package}, which no field can be called, through this. */
    public void setPackage(String name) {
        packageName = name;
    }

    @Override
    public void execute() throws MojoFailureException {
        try {
            Generation generation =
                    new Generation(
                            SchemaChecker.check(path(schema), Dialect.of(dialect)), options());
            generation.writeSources(path(sources));
            generation.writeResources(path(resources));
        } catch (SchemaException e) {
            throw new MojoFailureException("the schema is wrong:\n" + e.getMessage(), e);
        } catch (IllegalArgumentException | SubsetException | UncheckedIOException e) {
            throw new MojoFailureException(e.getMessage(), e);
        }
        addToProject();
    }

    private GenerationOptions options() {
        return new GenerationOptions(
                packageName,
                scope(),
                modules,
                conditions == null ? null : GenerationOptions.conditions(conditions.toPath()));
    }

    private Scope scope() {
        return Stream.of(Scope.values())
                .filter(s -> s.name().toLowerCase(Locale.ROOT).equals(only))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "'only' is all, types, client or server, not '" + only + "'"));
    }

    private static Path path(@Nullable File file) throws MojoFailureException {
        if (file == null) {
            throw new MojoFailureException("parameter 'schema' is missing");
        }
        return file.toPath().normalize();
    }

    private void addToProject() throws MojoFailureException {
        if (project == null) {
            throw new MojoFailureException("there is no project");
        }
        project.addCompileSourceRoot(path(sources).toString());
        Resource resource = new Resource();
        resource.setDirectory(path(resources).toString());
        project.addResource(resource);
    }
}
