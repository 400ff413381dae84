package dev.quarry.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Loop devices and mounted file systems of a test, undone when it ends. Only the superuser of a
 * machine that has loop devices can make them; a container often has none.
 */
final class HostStorage implements AutoCloseable {
    private final Deque<String[]> undoing = new ArrayDeque<>();

    /** Tries whether this machine lets us have them. */
    static boolean isOffered(Path folder) throws IOException {
        Path image = SparseFile.create(folder.resolve("offered.img"), 1 << 20);
        try {
            Tools.Result device = Tools.run("losetup", "--find", "--show", image.toString());
            if (device.exit() != 0) {
                return false;
            }
            Tools.ok("losetup", "--detach", device.out().strip());
            Path point = Files.createDirectory(folder.resolve("offered"));
            if (Tools.run("mount", "-t", "tmpfs", "none", point.toString()).exit() != 0) {
                return false;
            }
            Tools.ok("umount", point.toString());
            Files.delete(point);
            return true;
        } finally {
            Files.delete(image);
        }
    }

    /** Makes a device of an image; a link beside it leads there. */
    void loop(Path image) throws IOException {
        String device = Tools.ok("losetup", "--find", "--show", image.toString()).strip();
        undoing.push(new String[] {"losetup", "--detach", device});
        Path link = image.resolveSibling(image.getFileName() + ".dev");
        Files.createSymbolicLink(link, Path.of(device));
    }

    /** Mounts a new file system of this type and size in a new folder. */
    void mount(Path folder, String type, long bytes) throws IOException {
        Files.createDirectory(folder);
        switch (type) {
            case "tmpfs" -> mount(folder, type, "size=" + bytes, "none");
            case "ramfs" -> mount(folder, type, "mode=0755", "none");
            default -> {
                Path image = folder.resolveSibling(folder.getFileName() + ".img");
                SparseFile.create(image, bytes);
                Tools.ok("mkfs." + type, "-q", "-m", "0", image.toString());
                mount(folder, type, "loop", image.toString());
            }
        }
    }

    private void mount(Path folder, String type, String options, String source) {
        Tools.ok("mount", "-t", type, "-o", options, source, folder.toString());
        undoing.push(new String[] {"umount", folder.toString()});
    }

    @Override
    public void close() {
        while (!undoing.isEmpty()) {
            Tools.ok(undoing.pop());
        }
    }
}
