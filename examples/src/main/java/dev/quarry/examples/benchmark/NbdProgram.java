package dev.quarry.examples.benchmark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server of one image a process, without a monitor: {@code qemu-nbd} or {@code nbdkit}. */
abstract class NbdProgram implements Peer {
    private final String name;
    private final Path folder;
    private final Map<Disk, Child> processes = new HashMap<>();
    private long peakMemory;

    NbdProgram(String name, Path folder) {
        this.name = name;
        this.folder = folder;
    }

    /** The command that serves a disk in the foreground, as the export with the empty name. */
    abstract List<String> command(Disk disk, Path socket);

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Export attach(Disk disk) {
        Path socket = folder.resolve(disk.name());
        Child process = Child.start(command(disk, socket), Map.of());
        processes.put(disk, process);
        process.await(() -> Files.exists(socket));
        return new Export(socket, "");
    }

    @Override
    public final void detach(Disk disk) {
        Child process = processes.remove(disk);
        if (process == null) {
            throw new IllegalStateException(disk + " is not attached");
        }
        peakMemory = Math.max(peakMemory, process.peakMemory());
        process.close();
    }

    @Override
    public final Optional<Monitor> monitor() {
        return Optional.empty();
    }

    @Override
    public final long peakMemory() {
        return Math.max(peakMemory, processes.values().stream().mapToLong(Child::peakMemory).sum());
    }

    @Override
    public final Optional<Long> startTime() {
        return Optional.empty();
    }

    @Override
    public final void close() {
        List.copyOf(processes.keySet()).forEach(this::detach);
    }

    /** QEMU's server of one image. */
    static final class QemuNbd extends NbdProgram {
        private final Path program;

        QemuNbd(Path program, Path folder) {
            super("qemu-nbd", folder);
            this.program = program;
        }

        @Override
        public boolean serves(Disk disk) {
            return true;
        }

        @Override
        List<String> command(Disk disk, Path socket) {
            List<String> command = new ArrayList<>();
            command.addAll(List.of(program.toString(), "--persistent", "--shared=0"));
            command.addAll(List.of("--socket=" + socket, "--format=" + disk.format()));
            command.addAll(List.of("--discard=" + disk.discard()));
            command.addAll(List.of("--detect-zeroes=" + disk.detectZeroes()));
            command.addAll(List.of("--cache=" + (disk.direct() ? "none" : "writeback")));
            command.add(disk.file().toString());
            return command;
        }
    }

    /** The server with plugins, of which {@code file} serves raw images. */
    static final class Nbdkit extends NbdProgram {
        private final Path program;

        Nbdkit(Path program, Path folder) {
            super("nbdkit", folder);
            this.program = program;
        }

        @Override
        public boolean serves(Disk disk) {
            return disk.format().equals("raw") && !disk.direct();
        }

        @Override
        List<String> command(Disk disk, Path socket) {
            return List.of(
                    program.toString(),
                    "--foreground",
                    "--unix=" + socket,
                    "file",
                    "file=" + disk.file());
        }
    }
}
