package dev.quarry.block.driver;

import dev.quarry.testing.TestNeeds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An NBD server of others, serving one file; the export is {@code x} where it has a name. */
final class OtherServer implements AutoCloseable {
    private static final long LIMIT_SECONDS = 20;

    private final Process process;
    private final Path socket;
    private final String export;

    private OtherServer(Process process, Path socket, String export) {
        this.process = process;
        this.socket = socket;
        this.export = export;
    }

    /** Starts a server of that kind in a folder and waits until it answers. */
    static OtherServer start(String kind, Path folder, Path file) throws IOException {
        Path socket = Files.createTempDirectory(folder, "server").resolve("nbd.sock");
        List<String> command = command(kind, socket, file);
        List<String> found = new ArrayList<>(command);
        found.set(0, TestNeeds.tool(command.getFirst()).toString());
        Process process =
                new ProcessBuilder(found)
                        .redirectErrorStream(true)
                        .redirectOutput(socket.resolveSibling("log").toFile())
                        .start();
        OtherServer server = new OtherServer(process, socket, exportOf(kind));
        server.awaitSocket();
        return server;
    }

    private static List<String> command(String kind, Path socket, Path file) {
        return switch (kind) {
            case "nbdkit" -> nbdkit(socket, file, List.of());
            case "nbdkit-plain" ->
                    nbdkit(socket, file, List.of("--no-sr", "--filter=nozero", "--filter=fua"));
            case "nbdkit-blocks" ->
                    nbdkit(
                            socket,
                            file,
                            List.of(
                                    "--filter=blocksize-policy",
                                    "blocksize-minimum=4096",
                                    "blocksize-preferred=4096",
                                    "blocksize-maximum=64k",
                                    "blocksize-error-policy=error"));
            case "qemu-nbd" ->
                    List.of(
                            "qemu-nbd",
                            "--persistent",
                            "--shared=0",
                            "--format=raw",
                            "--discard=unmap",
                            "--socket=" + socket,
                            file.toString());
            case "qemu-storage-daemon" ->
                    List.of(
                            "qemu-storage-daemon",
                            "--blockdev",
                            "file,node-name=f,discard=unmap,filename=" + file,
                            "--nbd-server",
                            "addr.type=unix,addr.path=" + socket,
                            "--export",
                            "nbd,id=e,node-name=f,name=x,writable=on");
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static List<String> nbdkit(Path socket, Path file, List<String> more) {
        List<String> command = new ArrayList<>(List.of("nbdkit", "--foreground"));
        command.addAll(List.of("--unix", socket.toString()));
        more.stream().filter(option -> option.startsWith("-")).forEach(command::add);
        command.addAll(List.of("file", file.toString()));
        more.stream().filter(option -> !option.startsWith("-")).forEach(command::add);
        return command;
    }

    private static String exportOf(String kind) {
        return kind.equals("qemu-storage-daemon") ? "x" : "";
    }

    private void awaitSocket() throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!Files.exists(socket)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                String log = Files.readString(socket.resolveSibling("log"));
                throw new AssertionError(process.info().commandLine() + " does not start: " + log);
            }
            Thread.onSpinWait();
        }
    }

    Path socket() {
        return socket;
    }

    String export() {
        return export;
    }

    /** Stops or continues the process, without its clients noticing. */
    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while a server was to end", e);
        }
    }
}
