package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * TypeScript of our schema: {@code qapi json-schema}, then the usual npm tool, then the strict
 * compiler over a program that uses the unions rightly, and wrongly where it says so.
 */
class TypeScriptIT {
    private static final Path WORK = Path.of("target/typescript").toAbsolutePath();
    private static final Path PROGRAMS = WORK.resolve("node_modules/.bin");
    private static final String QAPI = Path.of("target/quarry/bin/qapi").toAbsolutePath() + "";
    private static final Path SCHEMA = Path.of("../../schema/qapi/quarry.json");
    private static final List<String> PACKAGES =
            List.of("json-schema-to-typescript@15.0.4", "typescript@5.9.3");
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @Test
    void theUnionsAreRight() throws IOException {
        TestNeeds.tools("npm", "node");
        Files.createDirectories(WORK);
        install();
        Path schema = WORK.resolve("requests.schema.json");
        Files.writeString(schema, Tools.ok(QAPI, "json-schema", SCHEMA.toString()));
        Path types = WORK.resolve("requests.ts");
        Tools.ok(PROGRAMS.resolve("json2ts") + "", "-i", schema + "", "-o", types + "");

        assertFalse(Files.readString(types).contains("BlockdevRef1"), "a type was made twice");
        Path program = WORK.resolve("uses-requests.ts");
        try (InputStream in = getClass().getResourceAsStream("typescript/uses-requests.ts")) {
            Files.write(program, Objects.requireNonNull(in).readAllBytes());
        }
        Tools.ok(
                PROGRAMS.resolve("tsc") + "",
                "--strict",
                "--noEmit",
                "--target",
                "es2022",
                program + "");
    }

    /** Into a folder of the build's; a laptop without the registry is told, CI fails. */
    private static void install() {
        List<String> command =
                List.of(
                        "npm",
                        "install",
                        "--no-audit",
                        "--no-fund",
                        "--no-save",
                        "--prefix",
                        WORK.toString(),
                        PACKAGES.get(0),
                        PACKAGES.get(1));
        if (!Files.exists(PROGRAMS.resolve("json2ts")) || !Files.exists(PROGRAMS.resolve("tsc"))) {
            Tools.Result result = Tools.run(command, new byte[0], LIMIT);
            TestNeeds.that(result.exit() == 0, "the npm registry: " + result);
        }
    }
}
