package dev.quarry.qapi;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A folder of generated files. A file whose text stays the same is not touched. */
public final class OutputFolder {
    private final Path root;

    public OutputFolder(Path root) {
        this.root = root;
    }

    /**
     * Makes the files be there with these texts.
     *
     * @param files texts by path under the root
     * @throws UncheckedIOException a file can't be written
     */
    public void write(Map<String, String> files) {
        try {
            for (Map.Entry<String, String> file : files.entrySet()) {
                writeChanged(root.resolve(file.getKey()), file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * As {@link #write}; removes other generated files beside them, which an earlier run left
     * behind.
     *
     * @param mark the first line of a generated file, which no other file has
     */
    public void replace(Map<String, String> files, String mark) {
        write(files);
        try {
            removeOthers(files, mark);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void writeChanged(Path path, String text) throws IOException {
        if (!Files.exists(path) || !Files.readString(path).equals(text)) {
            Files.createDirectories(path.toAbsolutePath().getParent());
            Files.writeString(path, text);
        }
    }

    private void removeOthers(Map<String, String> files, String mark) throws IOException {
        Set<Path> kept = files.keySet().stream().map(root::resolve).collect(Collectors.toSet());
        Set<Path> folders = kept.stream().map(Path::getParent).collect(Collectors.toSet());
        for (Path folder : folders) {
            try (Stream<Path> present = Files.list(folder)) {
                for (Path path : present.filter(Files::isRegularFile).toList()) {
                    if (!kept.contains(path) && isMarked(path, mark)) {
                        Files.delete(path);
                    }
                }
            }
        }
    }

    /** Compares bytes, since a file that is not ours may be no text. */
    private static boolean isMarked(Path path, String mark) throws IOException {
        byte[] first = mark.getBytes(StandardCharsets.UTF_8);
        try (InputStream in = Files.newInputStream(path)) {
            return Arrays.equals(in.readNBytes(first.length), first);
        }
    }
}
