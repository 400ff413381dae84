package dev.quarry.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file that holds the process id while the service is up. */
final class Pidfile implements AutoCloseable {
    private final Path file;

    private Pidfile(Path file) {
        this.file = file;
    }

    /**
     * Writes the file, in place of one that is there.
     *
     * @throws CommandLineException if it cannot be written
     */
    static Pidfile write(Path file) {
        try {
            Files.writeString(file, ProcessHandle.current().pid() + "\n");
            return new Pidfile(file);
        } catch (IOException e) {
            throw new CommandLineException("--pidfile " + file + ": cannot be written: " + e, e);
        }
    }

    /** Removes the file. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
