package dev.quarry.block.qcow2;

import dev.quarry.testing.TestNeeds;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs qemu-img and qemu-io in a folder. */
final class Peer {
    private final Path folder;

    Peer(Path folder) {
        TestNeeds.tool("qemu-img");
        TestNeeds.tool("qemu-io");
        this.folder = folder;
    }

    /** What a run said. */
    record Outcome(int status, String output) {}

    /** Runs a command that must succeed; gives its output. */
    String run(String... command) {
        Outcome outcome = tryRun(List.of(command));
        if (outcome.status() != 0) {
            throw new AssertionError(String.join(" ", command) + ": " + outcome);
        }
        return outcome.output();
    }

    Outcome tryRun(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .start();
            byte[] output = process.getInputStream().readAllBytes();
            return new Outcome(process.waitFor(), new String(output, StandardCharsets.UTF_8));
        } catch (IOException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }

    /** The guest's view of an image, as the peer reads it. */
    byte[] content(String image, String format) {
        run("qemu-img", "convert", "-f", format, "-O", "raw", image, "peer.raw");
        try {
            return Files.readAllBytes(folder.resolve("peer.raw"));
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    /** Exit status of a check: 0 clean, 2 corrupt, 3 leaks. */
    Outcome check(String image) {
        return tryRun(List.of("qemu-img", "check", "-f", "qcow2", image));
    }

    void requireClean(String image) {
        Outcome outcome = check(image);
        if (outcome.status() != 0) {
            throw new AssertionError("not clean: " + outcome);
        }
    }

    /** Runs commands of qemu-io on an image. */
    void io(String image, List<String> commands) {
        List<String> line = new ArrayList<>(List.of("qemu-io", "-f", "qcow2", "-d", "unmap"));
        commands.forEach(command -> line.addAll(List.of("-c", command)));
        line.add(image);
        run(line.toArray(String[]::new));
    }
}
