package dev.quarry.examples.benchmark;

import java.nio.file.Path;

/**
 * An image as a server is to open it.
 *
 * @param file the image
 * @param format {@code raw} or {@code qcow2}
 * @param detectZeroes {@code off}, {@code on} or {@code unmap}; in {@code unmap} it is opened with
 *     {@code discard=unmap} as well
 * @param direct whether the host's page cache is bypassed
 */
record Disk(Path file, String format, String detectZeroes, boolean direct) {
    /** A disk with data in it, through the page cache; requests may discard. */
    static Disk withData(Path file, String format) {
        return new Disk(file, format, "off", false);
    }

    /** A name for the node and for the export. */
    String name() {
        return file.getFileName().toString().replaceAll("[^a-z0-9]", "-");
    }

    String discard() {
        return detectZeroes.equals("on") ? "ignore" : "unmap";
    }
}
