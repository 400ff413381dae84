package dev.quarry.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Assertions;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs the machine's programs, each with a time limit and with its output caught. */
final class Tools {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Tools() {}

    /** What a program did; {@code out} and {@code err} are its whole output. */
    record Result(List<String> command, int exit, String out, String err) {
        /** Fails unless the program ended with 0. */
        Result expectSuccess() {
            Assertions.assertEquals(0, exit, this::toString);
            return this;
        }

        @Override
        public String toString() {
            return String.join(" ", command) + "\nexit " + exit + "\n" + out + err;
        }
    }

    /** Runs a program to its end and returns what it printed; fails unless it ended with 0. */
    static String ok(String... command) {
        return run(command).expectSuccess().out();
    }

    static Result run(String... command) {
        return run(List.of(command), new byte[0]);
    }

    /** Runs a program with this standard input. */
    static Result run(List<String> command, byte[] input) {
        return run(command, input, LIMIT);
    }

    /** Runs a program that may take this long. */
    static Result run(List<String> command, byte[] input, Duration limit) {
        try {
            Process process = new ProcessBuilder(command).start();
            try {
                return finish(process, command, input, limit);
            } finally {
                end(process);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(String.join(" ", command), e);
        }
    }

    /** Kills what is left of a process and its children. */
    static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static Result finish(
            Process process, List<String> command, byte[] input, Duration limit) {
        var out =
                CompletableFuture.supplyAsync(
                        () -> text(process.getInputStream()), Tools::onOwnThread);
        var err =
                CompletableFuture.supplyAsync(
                        () -> text(process.getErrorStream()), Tools::onOwnThread);
        var in =
                CompletableFuture.runAsync(
                        () -> feed(process.getOutputStream(), input), Tools::onOwnThread);
        int exit = exitOf(process, command, limit);
        in.join();
        return new Result(command, exit, out.join(), err.join());
    }

    /** The common pool may have a single thread, which reading would keep from feeding. */
    private static void onOwnThread(Runnable work) {
        Thread.ofPlatform().daemon().name("tool").start(work);
    }

    private static int exitOf(Process process, List<String> command, Duration limit) {
        try {
            if (process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while waiting for " + command, e);
        }
        throw new AssertionError("not done in " + limit + ": " + String.join(" ", command));
    }

    private static String text(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A program need not read its input: one that has ended meanwhile is no error here. */
    private static void feed(OutputStream stream, byte[] input) {
        try (stream) {
            stream.write(input);
        } catch (IOException e) {
            if (input.length > 0 && !String.valueOf(e.getMessage()).contains("Broken pipe")) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Allocated bytes of a file, as the file system counts them. */
    static long allocated(Path file) {
        return 512 * Long.parseLong(ok("stat", "-c", "%b", file.toString()).strip());
    }
}
