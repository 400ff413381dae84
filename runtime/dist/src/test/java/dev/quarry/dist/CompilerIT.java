package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The packaged compiler: its launcher, its start-up cache, its version. */
class CompilerIT {
    private static final Path PACKAGE = Path.of("target/quarry").toAbsolutePath();
    private static final String QAPI = PACKAGE.resolve("bin/qapi").toString();

    @Test
    void bothProgramsAreOfOneVersion() {
        String daemon = Tools.ok(PACKAGE.resolve("bin/quarryd").toString(), "--version");
        assertEquals("qapi " + daemon.split("[ ,]", -1)[1] + "\n", Tools.ok(QAPI, "--version"));
    }

    @Test
    void theBuildMadeAStartUpCacheForEach() {
        assertTrue(Files.isReadable(PACKAGE.resolve("lib/qapi.aot")));
        assertTrue(Files.isReadable(PACKAGE.resolve("lib/quarryd.aot")));
    }

    @Test
    void javaComesOutOfTheLauncherAndNothingElse(@TempDir Path work) throws IOException {
        String schema = work.resolve("a.json").toString();
        Files.writeString(Path.of(schema), "{ 'enum': 'Colour', 'data': [ 'red' ] }");
        Tools.Result result = Tools.run(QAPI, "java", "--out", work.toString(), schema);
        assertEquals("", result.expectSuccess().out() + result.err());
        assertTrue(Files.exists(work.resolve("dev/quarry/qapi/generated/Colour.java")));
    }
}
