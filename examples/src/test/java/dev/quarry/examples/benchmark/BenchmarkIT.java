package dev.quarry.examples.benchmark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The benchmark's one command, with the peers that are installed. */
class BenchmarkIT {
    private static final List<String> PEERS = List.of("quarryd", "qsd tuned", "qsd", "qemu-nbd");

    @TempDir private Path folder;

    @Test
    void measuresEveryRowAndLeavesNothing() throws IOException, InterruptedException {
        TestNeeds.tools("qemu-img", "qemu-io", "qemu-storage-daemon", "qemu-nbd", "nbdkit", "fio");
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path out = folder.resolve("out");
        ProcessBuilder command =
                new ProcessBuilder("benchmark/run", "--quick", "--out", out.toString());
        command.environment().put("TMPDIR", temporary.toString());
        command.environment().put("QUARRY_BUILT", "1");
        Path log = folder.resolve("log");
        int status =
                command.redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
        assertEquals(0, status, () -> read(log));
        try (Stream<Path> left = Files.list(temporary)) {
            assertEquals(List.of(), left.toList());
        }
        assertTrue(read(log).contains(read(out.resolve("benchmark.md"))), () -> read(log));
        expectFigures(JsonMapper.shared().readTree(read(out.resolve("benchmark.json"))));
    }

    private static void expectFigures(JsonNode document) {
        JsonNode rows = document.path("rows");
        assertFalse(rows.isEmpty());
        for (JsonNode row : rows) {
            for (String peer : PEERS) {
                boolean has = row.path(peer).has("median");
                assertEquals(canDo(peer, row.path("row").asString()), has, row::toString);
            }
        }
        assertTrue(rows.valueStream().anyMatch(row -> row.has("nbdkit")), "nbdkit has no row");
    }

    /** Only a Java program has a heap, and only a daemon a monitor. */
    private static boolean canDo(String peer, String row) {
        return switch (peer) {
            case "quarryd" -> true;
            case "qemu-nbd" -> !row.matches("(QMP|blockdev-|query-|heap|start) ?.*");
            default -> !row.startsWith("heap");
        };
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
