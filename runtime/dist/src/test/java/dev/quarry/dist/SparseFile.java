package dev.quarry.dist;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** Files that are one hole. */
final class SparseFile {
    private SparseFile() {}

    static Path create(Path file, long bytes) throws IOException {
        try (RandomAccessFile created = new RandomAccessFile(file.toFile(), "rw")) {
            created.setLength(bytes);
        }
        return file;
    }
}
