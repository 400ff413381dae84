package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.TestNeeds;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The page "Use it in your project": the project of {@code examples/your-project} is built by a
 * Maven of its own, against what this build has made, and run in memory and beside a daemon. Its
 * local repository is a folder of the test's: links to the user's, and our artifacts.
 */
class YourProjectIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path PROJECT = ROOT.resolve("examples/your-project");
    private static final Path WORK = Path.of("target/your-project").toAbsolutePath();
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** Maven resets the terminal's colours even where it was told to use none. */
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

    private static final Pattern XML =
            Pattern.compile("^```xml\\n(<project.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final String EXPECTED =
            """
            top is of driver raw
            bottom is of driver null-co
            a second bottom: GENERIC_ERROR
            """;

    @TempDir private Path temp;
    private final Path project = WORK.resolve("project");
    private final Path repository = WORK.resolve("repository");

    @BeforeEach
    void layOut() throws IOException {
        clear(WORK);
        Files.createDirectories(WORK);
        copy(PROJECT, project);
        link(userRepository(), repository, "dev");
        link(userRepository().resolve("dev"), repository.resolve("dev"), "quarry");
        install("quarry", "", null);
        install("quarry-runtime", "runtime", null);
        install("quarry-qmp", "runtime/qmp", "jar");
        install("quarry-codegen", "codegen", "jar");
    }

    /** Removes the folder; of links, the links alone. */
    private static void clear(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static Path userRepository() {
        String told = System.getProperty("localRepository");
        return told == null
                ? Path.of(System.getProperty("user.home"), ".m2/repository")
                : Path.of(told);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.filter(p -> !p.startsWith(from.resolve("target"))).toList()) {
                Files.copy(path, to.resolve(from.relativize(path)));
            }
        }
    }

    private static void link(Path from, Path to, String except) throws IOException {
        Files.createDirectories(to);
        if (!Files.isDirectory(from)) {
            return;
        }
        try (Stream<Path> all = Files.list(from)) {
            for (Path path : all.filter(p -> !p.endsWith(except)).toList()) {
                Files.createSymbolicLink(to.resolve(path.getFileName()), path);
            }
        }
    }

    private void install(String artifact, String module, @Nullable String packaging)
            throws IOException {
        String version = version();
        Path folder = repository.resolve("dev/quarry").resolve(artifact).resolve(version);
        Files.createDirectories(folder);
        String name = artifact + "-" + version + ".";
        Files.copy(ROOT.resolve(module).resolve("pom.xml"), folder.resolve(name + "pom"));
        if (packaging != null) {
            Path built = ROOT.resolve(module).resolve("target").resolve(name + packaging);
            Files.copy(built, folder.resolve(name + packaging));
        }
    }

    private static String version() throws IOException {
        String pom = Files.readString(PROJECT.resolve("pom.xml"));
        Matcher matcher = Pattern.compile("<quarry>(.*)</quarry>").matcher(pom);
        assertTrue(matcher.find(), pom);
        return matcher.group(1);
    }

    /** Offline first: all that it needs, this build needed, too. */
    private String maven(String... arguments) {
        List<String> command =
                Stream.concat(
                                Stream.of(
                                        "mvn",
                                        "-B",
                                        "-ntp",
                                        "-q",
                                        "-Dmaven.repo.local=" + repository,
                                        "-f",
                                        project.resolve("pom.xml").toString()),
                                Stream.of(arguments))
                        .toList();
        List<String> offline = Stream.concat(command.stream(), Stream.of("-o")).toList();
        Tools.Result result = Tools.run(offline, new byte[0], LIMIT);
        String out =
                result.exit() == 0
                        ? result.out()
                        : Tools.run(command, new byte[0], LIMIT).expectSuccess().out();
        return COLOUR.matcher(out).replaceAll("");
    }

    @Test
    void itIsBuiltAndDoesTheSameInMemoryAndWithADaemon() throws IOException {
        TestNeeds.tools("mvn");
        assertEquals(EXPECTED, maven("compile", "exec:java"));
        try (DaemonProcess _ = DaemonProcess.start(temp)) {
            String socket = temp.resolve("qmp.sock").toString();
            assertEquals(EXPECTED, maven("exec:java", "-Dexec.args=" + socket));
        }
    }

    @Test
    void thePageShowsTheProjectsPom() throws IOException {
        Matcher page = XML.matcher(Files.readString(ROOT.resolve("codegen/README.md")));
        assertTrue(page.find(), "the page has no pom");
        assertEquals(Files.readString(PROJECT.resolve("pom.xml")), page.group(1));
    }
}
