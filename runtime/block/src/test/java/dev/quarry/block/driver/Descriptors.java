package dev.quarry.block.driver;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** This process's open files, as {@code /proc} shows them. */
final class Descriptors {
    private static final Path FOLDER = Path.of("/proc/self/fd");
    private static final int ACCESS_MODE = 3;

    private Descriptors() {}

    /** How many descriptors are open on a file. */
    static int openOn(Path path) throws IOException {
        return numbers(path).size();
    }

    /** Whether a descriptor on the file can write. */
    static boolean canWrite(Path path) throws IOException {
        for (String number : numbers(path)) {
            String info = Files.readString(Path.of("/proc/self/fdinfo", number));
            String flags = info.replaceAll("(?s).*flags:\\s*([0-7]+).*", "$1");
            if ((Integer.parseInt(flags, 8) & ACCESS_MODE) != 0) {
                return true;
            }
        }
        return false;
    }

    private static List<String> numbers(Path path) throws IOException {
        List<String> numbers = new ArrayList<>();
        Path wanted = path.toRealPath();
        try (DirectoryStream<Path> links = Files.newDirectoryStream(FOLDER)) {
            for (Path link : links) {
                if (target(link).equals(wanted)) {
                    numbers.add(link.getFileName().toString());
                }
            }
        }
        return numbers;
    }

    private static Path target(Path link) throws IOException {
        try {
            return Files.readSymbolicLink(link);
        } catch (NoSuchFileException closedMeanwhile) {
            return Path.of("");
        }
    }
}
