package dev.quarry.examples.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A child process; all that still run end with this program. */
final class Child implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(1);
    private static final int CLASS_NAME = 3; // column of a class histogram, behind the bytes
    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
    }

    private final List<String> command;
    private final Process process;

    private Child(List<String> command, Process process) {
        this.command = command;
        this.process = process;
        RUNNING.add(process);
    }

    /** Starts a server; what it prints goes to standard error. */
    static Child start(List<String> command, Map<String, String> environment) {
        return new Child(command, begin(command, environment, ProcessBuilder.Redirect.INHERIT));
    }

    /** Runs a program to its end and returns what it printed to standard output. */
    static String run(List<String> command) {
        Process process = begin(command, Map.of(), ProcessBuilder.Redirect.INHERIT);
        try (Child child = new Child(command, process)) {
            byte[] printed = process.getInputStream().readAllBytes();
            child.expectSuccess();
            return new String(printed, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until a server is ready; fails when it ends before, or takes too long. */
    void await(BooleanSupplier ready) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!ready.getAsBoolean()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IllegalStateException(command + " did not get ready");
            }
            pause();
        }
    }

    /** Most bytes it has held in memory. */
    long peakMemory() {
        try {
            return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Bytes of heap in use after a full collection, without the gaps that it leaves; empty if it is
     * no Java program.
     */
    OptionalDouble liveHeap() {
        Path java = process.info().command().map(Path::of).orElse(Path.of(""));
        if (!java.endsWith("java")) {
            return OptionalDouble.empty();
        }
        String jcmd = java.resolveSibling("jcmd").toString();
        String histogram = run(List.of(jcmd, Long.toString(process.pid()), "GC.class_histogram"));
        return OptionalDouble.of(
                histogram
                        .lines()
                        .map(line -> line.strip().split(" +", -1))
                        .filter(row -> row[0].matches("[0-9]+:") && row.length > CLASS_NAME)
                        .filter(row -> !row[CLASS_NAME].contains("FillerElement"))
                        .mapToDouble(row -> Double.parseDouble(row[CLASS_NAME - 1]))
                        .sum());
    }

    @Override
    public void close() {
        process.destroy();
        awaitEnd();
    }

    private void expectSuccess() {
        awaitEnd();
        if (process.exitValue() != 0) {
            throw new IllegalStateException(
                    command + " ended with exit status " + process.exitValue());
        }
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(command + " did not end");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
        RUNNING.remove(process);
    }

    /** Gives servers a tenth of a second to do what they do by themselves. */
    static void settle() {
        for (int i = 0; i < 100; i++) {
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }

    private static Process begin(
            List<String> command, Map<String, String> environment, ProcessBuilder.Redirect errors) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors);
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
