package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** The shell launchers, tried with JDK folders that are made up: each java tells its arguments. */
class LauncherTest {
    @TempDir Path temp;

    @BeforeEach
    void layOut() throws IOException {
        for (String file :
                List.of("bin/quarryd", "bin/qapi", "bin/quarry-shell", "launch/find-jdk.sh")) {
            Path to = home().resolve(file.replace("launch/", "lib/"));
            Files.createDirectories(to.getParent());
            Files.copy(Path.of("src", file), to);
            makeExecutable(to);
        }
    }

    @Test
    void javaHomeIsTakenWhereItIsNewEnough() throws Exception {
        jdk("new", "25.0.1");
        assertEquals("new", started("quarryd", "new").jdk());
    }

    @Test
    void anOldJavaHomeIsPassedOver() throws Exception {
        jdk("old", "17.0.19");
        jdk("path", "26");
        Path onPath = temp.resolve("path/bin");
        Outcome outcome = run("quarryd", Map.of("JAVA_HOME", at("old"), "PATH", path(onPath)));
        assertEquals("path", outcome.jdk());
    }

    @Test
    void theCompilerIsContentWith17() throws Exception {
        jdk("old", "17.0.19");
        assertEquals("old", started("qapi", "old").jdk());
    }

    @Test
    void theCompilerLikesTheJdkOfItsStartUpCacheMoreThanThatOfThePath() throws Exception {
        jdk("old", "17.0.19");
        jdk("new", "25.0.1");
        Path launcher = home().resolve("bin/qapi");
        Path jdks = home().resolve("lib/find-jdk.sh");
        Files.writeString(jdks, Files.readString(jdks).replace("/usr/lib/jvm/*", at("new")));
        Path onPath = temp.resolve("old/bin");
        assertEquals("new", run(launcher.toString(), Map.of("PATH", path(onPath))).jdk());
    }

    @Test
    void theStartUpCacheIsNamedOnlyToAJdkThatKnowsIt() throws Exception {
        jdk("old", "17.0.19");
        jdk("new", "25.0.1");
        Files.createFile(home().resolve("lib/qapi.aot"));
        String cache = "[-XX:AOTCache=" + home() + "/lib/qapi.aot]";
        assertTrue(started("qapi", "new").out().contains(cache));
        String old = started("qapi", "old").out();
        assertFalse(old.contains("AOT") || old.contains("aot"), old);
    }

    @Test
    void theCompilerOpensItsOwnJarAlone() throws Exception {
        jdk("new", "25.0.1");
        Path jar = Files.createFile(home().resolve("lib/quarry-codegen-1.jar"));
        assertTrue(started("qapi", "new").out().contains("[-cp][" + jar + "]"));
    }

    @Test
    void aVersionFromTheReleaseFileStartsNoJvm() throws Exception {
        jdk("new", "25.0.1");
        assertEquals(1, started("quarryd", "new").starts().size());
    }

    @Test
    void withoutAReleaseFileTheJvmIsAsked() throws Exception {
        jdk("new", "25");
        Files.delete(temp.resolve("new/release"));
        Outcome outcome = started("quarryd", "new");
        assertEquals("new", outcome.jdk());
        assertTrue(outcome.starts().getFirst().contains("-version"), outcome.toString());
    }

    @Test
    void argumentsArriveAsTheyWereGiven() throws Exception {
        jdk("new", "25");
        Outcome outcome =
                run("quarryd", Map.of("JAVA_HOME", at("new")), "--blockdev", "a b=$HOME'\"", "");
        assertTrue(
                outcome.out().endsWith("[--blockdev][a b=$HOME'\"][]\n"), () -> outcome.toString());
    }

    @Test
    void aLinkToTheLauncherWorks() throws Exception {
        jdk("new", "25");
        Files.createSymbolicLink(temp.resolve("link"), home().resolve("bin/quarryd"));
        Outcome outcome =
                run(temp.resolve("link").toString(), Map.of("JAVA_HOME", at("new")), "--help");
        assertEquals("new", outcome.jdk());
        assertTrue(outcome.out().contains("[" + home() + "/lib/*]"), outcome.out());
    }

    @Test
    void whereThereIsNoneTheMessageSaysWhatIsMissing() throws Exception {
        Path launcher = home().resolve("bin/quarryd");
        Files.writeString(
                launcher, Files.readString(launcher).replace("find_jdk 25", "find_jdk 999"));
        Outcome outcome = run("quarryd", Map.of());
        assertEquals(1, outcome.status());
        assertTrue(outcome.err().contains("needs a JDK 25 or later"), outcome.err());
        assertEquals(1, outcome.err().lines().count(), outcome.err());
    }

    private Outcome started(String launcher, String jdk) throws Exception {
        return run(launcher, Map.of("JAVA_HOME", at(jdk)), "--help");
    }

    private Outcome run(String launcher, Map<String, String> environment, String... args)
            throws IOException, InterruptedException {
        Path program = home().resolve("bin").resolve(launcher);
        ProcessBuilder builder = new ProcessBuilder(program.toString());
        builder.command().addAll(List.of(args));
        builder.environment().remove("JAVA_HOME");
        builder.environment().remove("QUARRY_JAVA_HOME");
        builder.environment().putAll(environment);
        Path out = temp.resolve("out");
        Path err = temp.resolve("err");
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        int status = builder.start().waitFor();
        Path starts = temp.resolve("starts");
        return new Outcome(
                status,
                Files.readString(out),
                Files.readString(err),
                Files.exists(starts) ? Files.readAllLines(starts) : List.of());
    }

    /** Makes a JDK folder whose java writes down each start and prints its arguments. */
    private void jdk(String name, String version) throws IOException {
        Path java = temp.resolve(name).resolve("bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(
                temp.resolve(name).resolve("release"),
                "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        Files.writeString(
                java,
                """
                #!/bin/sh
                echo "NAME $*" >>"TEMP/starts"
                for a in "$@"; do
                  if [ "$a" = -version ]; then
                    echo "    java.specification.version = VERSION" >&2
                    exit 0
                  fi
                done
                printf '[%s]' "$@"
                echo
                """
                        .replace("NAME", name)
                        .replace("TEMP", temp.toString())
                        .replace("VERSION", version));
        makeExecutable(java);
    }

    private static void makeExecutable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String path(Path first) {
        return first + ":" + System.getenv("PATH");
    }

    private String at(String jdk) {
        return temp.resolve(jdk).toString();
    }

    private Path home() {
        return temp.resolve("quarry");
    }

    /**
     * How a run of a launcher ended.
     *
     * @param starts a line for each java that was started: the JDK's name and the arguments
     */
    private record Outcome(int status, String out, String err, List<String> starts) {
        String jdk() {
            assertTrue(!starts.isEmpty(), () -> "no java was started: " + this);
            return starts.getLast().substring(0, starts.getLast().indexOf(' '));
        }
    }
}
