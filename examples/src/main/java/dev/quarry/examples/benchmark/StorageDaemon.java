package dev.quarry.examples.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** A daemon with the options of {@code qemu-storage-daemon}: that one, or {@code quarryd}. */
final class StorageDaemon implements Peer {
    private final String name;
    private final Path program;
    private final Map<String, String> environment;
    private final Path folder;
    private final Child process;
    private final Monitor monitor;

    /**
     * Starts one.
     *
     * @param folder an empty folder for its sockets
     */
    StorageDaemon(String name, Path program, Map<String, String> environment, Path folder) {
        this.name = name;
        this.program = program;
        this.environment = environment;
        this.folder = folder;
        this.process = Child.start(command(monitorSocket()), environment);
        process.await(() -> Files.exists(monitorSocket()));
        Child.settle(); // the reference daemon greets twice who comes while it starts
        this.monitor = Monitor.connect(monitorSocket());
        monitor.call(
                """
                {"execute": "nbd-server-start", "arguments": {"max-connections": 0,
                 "addr": {"type": "unix", "data": {"path": "%s"}}}}\
                """
                        .formatted(nbdSocket()));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean serves(Disk disk) {
        return true;
    }

    @Override
    public Export attach(Disk disk) {
        String common =
                "\"discard\": \"%s\", \"cache\": {\"direct\": %s}"
                        .formatted(disk.discard(), disk.direct());
        monitor.call(
                """
                {"execute": "blockdev-add", "arguments": {"node-name": "%s", "driver": "%s",
                 "detect-zeroes": "%s", %s,
                 "file": {"driver": "file", "filename": "%s", %s}}}\
                """
                        .formatted(
                                disk.name(),
                                disk.format(),
                                disk.detectZeroes(),
                                common,
                                disk.file(),
                                common));
        monitor.call(
                """
                {"execute": "block-export-add", "arguments": {"type": "nbd", "id": "%1$s",
                 "node-name": "%1$s", "writable": true}}\
                """
                        .formatted(disk.name()));
        return new Export(nbdSocket(), disk.name());
    }

    @Override
    public void detach(Disk disk) {
        monitor.call(
                """
                {"execute": "block-export-del", "arguments": {"id": "%s", "mode": "hard"}}\
                """
                        .formatted(disk.name()));
        while (!isGone(disk)) {
            Child.settle();
        }
    }

    @Override
    public Optional<Monitor> monitor() {
        return Optional.of(monitor);
    }

    @Override
    public long peakMemory() {
        return process.peakMemory();
    }

    @Override
    public OptionalDouble liveHeap() {
        return process.liveHeap();
    }

    @Override
    public Optional<Long> startTime() {
        Path socket = folder.resolve("start");
        long begin = System.nanoTime();
        try (Child another = Child.start(command(socket), environment)) {
            another.await(() -> greets(socket));
            return Optional.of(System.nanoTime() - begin);
        } finally {
            remove(socket);
        }
    }

    @Override
    public void close() {
        monitor.close();
        process.close();
    }

    /** An export that has just been deleted may hold its node for a moment. */
    private boolean isGone(Disk disk) {
        try {
            monitor.call(
                    """
                    {"execute": "blockdev-del", "arguments": {"node-name": "%s"}}\
                    """
                            .formatted(disk.name()));
            return true;
        } catch (IllegalStateException inUse) {
            if (String.valueOf(inUse.getMessage()).contains("in use")) {
                return false;
            }
            throw inUse;
        }
    }

    private List<String> command(Path socket) {
        return List.of(
                program.toString(),
                "--chardev",
                "socket,path=" + socket + ",server=on,wait=off,id=c",
                "--monitor",
                "chardev=c");
    }

    private Path monitorSocket() {
        return folder.resolve("qmp");
    }

    private Path nbdSocket() {
        return folder.resolve("nbd");
    }

    private static boolean greets(Path socket) {
        try {
            Monitor.greet(socket);
            return true;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    private static void remove(Path socket) {
        try {
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
