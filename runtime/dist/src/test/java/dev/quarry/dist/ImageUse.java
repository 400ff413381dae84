package dev.quarry.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One way to use an image: a node of a daemon, or a command of a tool.
 *
 * @param image the file's name
 * @param what the argument object of {@code blockdev-add}, or a command line; {@code @} stands for
 *     the folder
 * @param export what the daemon's export does: no, read or write; empty for a tool
 */
record ImageUse(String image, String name, String what, String export) {
    private static final Path FILE = Path.of("src/test/resources/dev/quarry/dist/image-locks.txt");

    static List<ImageUse> read(Path folder) throws IOException {
        List<ImageUse> uses = new ArrayList<>();
        for (String line : Files.readAllLines(FILE)) {
            if (!line.startsWith("#")) {
                String[] parts = line.replace("@", folder.toString()).split(" *\\| *", -1);
                uses.add(
                        new ImageUse(
                                parts[0], parts[1], parts[2], parts.length > 3 ? parts[3] : ""));
            }
        }
        return uses;
    }

    boolean isTool() {
        return export.isEmpty();
    }

    /** Begins, or tells that it may not; a tool also ends. */
    boolean begin(MonitorClient monitor) {
        return isTool() ? Tools.run("sh", "-c", what).exit() == 0 : add(monitor);
    }

    /** Ends what {@link #begin} has begun. */
    void end(MonitorClient monitor) {
        if (isTool()) {
            return;
        }
        if (!export.equals("no")) {
            monitor.execute("block-export-del", "{'id':'e','mode':'hard'}");
        }
        monitor.execute("blockdev-del", "{'node-name':'n'}");
    }

    private boolean add(MonitorClient monitor) {
        if (!monitor.ask("blockdev-add", what).has("return")) {
            return false;
        }
        boolean writable = export.equals("write");
        boolean exported =
                export.equals("no")
                        || monitor.ask(
                                        "block-export-add",
                                        "{'type':'nbd','id':'e','node-name':'n','writable':%s}"
                                                .formatted(writable))
                                .has("return");
        if (!exported) {
            monitor.execute("blockdev-del", "{'node-name':'n'}");
        }
        return exported;
    }
}
