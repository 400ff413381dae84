package dev.quarry.dist;

import org.junit.jupiter.api.Assertions;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

/**
 * A program of {@code src/test/resources/live} with the client that the packaged compiler makes for
 * it, compiled as a user would: at release 17, with every warning an error, and with no more on the
 * class path than a client needs.
 */
final class GeneratedClient {
    private static final Path HOME = Path.of("target/quarry").toAbsolutePath();
    private static final Path PROGRAMS = Path.of("src/test/resources/live");
    private static final String NEEDED =
            "(quarry-qmp|jackson-annotations|jackson-core-3|jackson-databind|jspecify)[-.].*";
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Path folder;
    private final String program;

    private GeneratedClient(Path folder, String program) {
        this.folder = folder;
        this.program = program;
    }

    /** Runs {@code qapi java} with a package, a folder to write to, and these arguments. */
    static Tools.Result generate(Path folder, String packageName, String... source) {
        List<String> command = new ArrayList<>();
        command.addAll(List.of(HOME.resolve("bin/qapi").toString(), "java", "--only", "client"));
        command.addAll(List.of("--package", packageName, "--out", folder.toString()));
        command.addAll(List.of(source));
        return Tools.run(command, new byte[0], LIMIT);
    }

    /**
     * Compiles a program with the client that was generated into the folder.
     *
     * @param classes the program's classes, that with {@code main} first
     */
    static GeneratedClient compiled(Path folder, String... classes) {
        List<Path> sources = new ArrayList<>(files(folder, ".*\\.java"));
        Assertions.assertFalse(sources.isEmpty(), "no client was generated");
        Stream.concat(Stream.of("Conversation", "Steps"), Stream.of(classes))
                .map(name -> PROGRAMS.resolve(name + ".java"))
                .forEach(sources::add);
        Path output = folder.resolve("classes");
        List<String> options =
                List.of(
                        "--release",
                        "17",
                        "-Xlint:all,-classfile,-path",
                        "-Werror",
                        "-proc:none",
                        "-d",
                        output.toString(),
                        "-cp",
                        libraries());
        StringWriter said = new StringWriter();
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var units = manager.getJavaFileObjectsFromPaths(sources);
            boolean good = compiler.getTask(said, manager, null, options, null, units).call();
            Assertions.assertTrue(good, said::toString);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new GeneratedClient(output, classes[0]);
    }

    /** Runs the program; returns the lines it printed, and fails unless it ended with 0. */
    List<String> talkTo(Path socket) {
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        String classPath = folder + ":" + libraries();
        String main = "org.example.live." + program;
        return Tools.ok(java, "-cp", classPath, main, socket.toString()).lines().toList();
    }

    private static String libraries() {
        return files(HOME.resolve("lib"), NEEDED).stream()
                .map(Path::toString)
                .collect(Collectors.joining(":"));
    }

    private static List<Path> files(Path root, String name) {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(f -> f.getFileName().toString().matches(name)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
