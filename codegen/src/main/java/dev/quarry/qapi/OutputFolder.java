package dev.quarry.qapi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
     * Makes the files be there with these texts, and removes other generated files beside them:
     * what an earlier run left behind.
     *
     * @param files texts by path under the root
     * @param suffix which files in the same folders count as generated, such as {@code .java}
     * @throws UncheckedIOException a file can't be written
     */
    public void write(Map<String, String> files, String suffix) {
        try {
            for (Map.Entry<String, String> file : files.entrySet()) {
                writeChanged(root.resolve(file.getKey()), file.getValue());
            }
            removeOthers(files, suffix);
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

    private void removeOthers(Map<String, String> files, String suffix) throws IOException {
        Set<Path> kept = files.keySet().stream().map(root::resolve).collect(Collectors.toSet());
        Set<Path> folders = kept.stream().map(Path::getParent).collect(Collectors.toSet());
        for (Path folder : folders) {
            try (Stream<Path> present = Files.list(folder)) {
                for (Path path : present.filter(p -> p.toString().endsWith(suffix)).toList()) {
                    if (!kept.contains(path)) {
                        Files.delete(path);
                    }
                }
            }
        }
    }
}
