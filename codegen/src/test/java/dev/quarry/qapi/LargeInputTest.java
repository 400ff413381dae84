package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.syntax.Dialect;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Schemas made to take long, or all memory, or the whole stack: each comes to an end soon. */
class LargeInputTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir private Path folder;

    private static String repeated(int times, IntFunction<String> piece) {
        return IntStream.range(0, times).mapToObj(piece).collect(Collectors.joining());
    }

    private void accepted(String schema) throws IOException {
        Path file = Files.writeString(folder.resolve("a.json"), schema);
        assertTimeout(SOON, () -> SchemaChecker.check(file, Dialect.AUTO));
    }

    private SchemaException refused(String schema, String message) throws IOException {
        return refused(Files.writeString(folder.resolve("a.json"), schema), message);
    }

    private static SchemaException refused(Path file, String message) {
        SchemaException e =
                assertTimeout(
                        SOON,
                        () ->
                                assertThrows(
                                        SchemaException.class,
                                        () -> SchemaChecker.check(file, Dialect.AUTO)));
        String first = e.diagnostics().get(0).message();
        assertTrue(first.contains(message), first);
        return e;
    }

    @Test
    void anExpressionOfTenMebibytesOnOneLine() throws IOException {
        String values = repeated(900_000, i -> "'v" + i + "', ");
        assertTrue(values.length() > 9 << 20);
        accepted("{ 'enum': 'E', 'data': [ " + values + "'last' ] }");
    }

    @Test
    void aTokenOfTenMebibytes() throws IOException {
        accepted("{ 'enum': 'E', 'data': [ '" + "a".repeat(10 << 20) + "' ] }");
        refused("{ 'struct': '" + "\\\\".repeat(5 << 20) + "', 'data': {} }", "invalid name");
        refused("x".repeat(10 << 20), "stray");
        accepted("#" + "x".repeat(10 << 20));
    }

    @Test
    void valuesWithinValues() throws IOException {
        refused("[".repeat(1_000_000), "nested too deeply");
        refused("{ 'a': ".repeat(1_000_000), "nested too deeply");
    }

    @Test
    void conditionsWithinConditions() throws IOException {
        refused("{ 'event': 'E', 'if': '" + "(".repeat(1_000_000) + "' }", "no valid condition");
        refused("{ 'event': 'E', 'if': '" + "!".repeat(1_000_000) + "A' }", "no valid condition");
    }

    @Test
    void aHundredThousandErrors() throws IOException {
        SchemaException e =
                refused(
                        repeated(100_000, i -> "{ 'command': 'c" + i + "', 'data': 'T" + i + "' }"),
                        "unknown type");
        assertEquals(100, e.diagnostics().size());
    }

    @Test
    void basesOfBases() throws IOException {
        String chain =
                repeated(
                        20_000,
                        i -> "{ 'struct': 'S" + i + "', 'base': 'S" + (i + 1) + "', 'data': {} }");
        refused(chain + "{ 'struct': 'S20000', 'data': {} }", "too many types within types");
    }

    @Test
    void unionsOfUnionsThatFanOut() throws IOException {
        String levels =
                repeated(
                        60,
                        i ->
                                "{ 'union': 'U%1$d', 'base': { 't%1$d': 'E' }, 'discriminator': 't%1$d', 'data': { 'a': 'U%2$d', 'b': 'U%2$d' } }"
                                        .formatted(i, i + 1));
        accepted(
                "{ 'enum': 'E', 'data': [ 'a', 'b' ] }"
                        + levels
                        + "{ 'struct': 'U60', 'data': {} }");
    }

    @Test
    void aUnionOfManyBranchesOverABaseOfManyMembers() throws IOException {
        int n = 20_000;
        accepted(
                "{ 'enum': 'E', 'data': [ "
                        + repeated(n, i -> "'b" + i + "', ")
                        + "'last' ] } { 'struct': 'S', 'data': { 'x': 'int' } }"
                        + " { 'union': 'U', 'base': { "
                        + repeated(n, i -> "'m" + i + "': 'int', ")
                        + "'t': 'E' }, 'discriminator': 't', 'data': { "
                        + repeated(n, i -> "'b" + i + "': 'S', ")
                        + "'last': 'S' } }");
    }

    @Test
    void includesOfIncludes() throws IOException {
        int files = 2_000;
        for (int i = 0; i < files; i++) {
            Files.writeString(
                    folder.resolve(i + ".json"), "{ 'include': '" + (i + 1) + ".json' }\n");
        }
        refused(folder.resolve("0.json"), "too deeply");
        refused(folder.resolve((files - 2) + ".json"), "there is no such file");
    }

    @Test
    void includesInACircle() throws IOException {
        Files.writeString(folder.resolve("b.json"), "{ 'include': 'c.json' }");
        Files.writeString(folder.resolve("c.json"), "{ 'include': 'a.json' }");
        refused("{ 'include': 'b.json' }", "includes itself");
    }

    @Test
    void filesWithoutEndAndOtherDevices() throws IOException {
        refused(Path.of("/dev/zero"), "larger than 64 MiB");
        refused("{ 'include': '/dev/zero' }", "no regular file");
        refused("{ 'include': '..' }", "no regular file");
    }

    @Test
    void bytesThatAreNoText() throws IOException {
        refused(Files.write(folder.resolve("a.json"), new byte[] {'#', (byte) 0xff}), "not UTF-8");
    }
}
