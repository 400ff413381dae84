package dev.quarry.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A line of {@code random-chains.txt}.
 *
 * @param skip bytes of the image before the disk
 * @param object arguments of {@code object-add}, or a dash
 * @param top the top node, {@code top}, with the words that are explained in the file
 */
record RandomChain(String name, DiskKind kind, int skip, String object, String top) {
    private static final Path FILE =
            Path.of("src/test/resources/dev/quarry/dist/random-chains.txt");
    private static final List<String> ZEROES =
            List.of(
                    "'detect-zeroes':'off','discard':'unmap'",
                    "'detect-zeroes':'on','discard':'ignore'",
                    "'detect-zeroes':'unmap','discard':'unmap'",
                    "'detect-zeroes':'unmap','discard':'unmap','detect-zeroes-granularity':4096");

    static List<RandomChain> all() throws IOException {
        return Files.readAllLines(FILE).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" +\\| +", -1))
                .map(part ->
                        new RandomChain(
                                part[0],
                                DiskKind.valueOf(part[1]),
                                Integer.parseInt(part[2]),
                                part[3],
                                part[4]))
                .toList();
    }

    /** Starts a daemon that has the nodes, and an NBD server at {@code nbd.sock}. */
    DaemonProcess start(Path folder, Path image, Random random) throws IOException {
        DaemonProcess daemon =
                DaemonProcess.start(
                        folder,
                        "--nbd-server",
                        "addr.type=unix,addr.path=" + folder.resolve("nbd.sock"));
        try {
            addNodes(daemon.monitor(), image, folder, random);
            return daemon;
        } catch (AssertionError | RuntimeException e) {
            daemon.close();
            throw e;
        }
    }

    private void addNodes(MonitorClient monitor, Path image, Path folder, Random random) {
        if (!object.equals("-")) {
            monitor.execute("object-add", object);
        }
        monitor.execute(
                "blockdev-add",
                "{'driver':'file','node-name':'f','discard':'unmap','filename':'" + image + "'}");
        monitor.execute(
                "blockdev-add", "{'driver':'raw','node-name':'mid','discard':'unmap','file':'f'}");
        monitor.execute("blockdev-add", drawn(random, folder));
    }

    /** Exports the top node as {@code disk}. */
    static void export(DaemonProcess daemon) {
        daemon.monitor()
                .execute(
                        "block-export-add",
                        "{'type':'nbd','id':'e','node-name':'top','name':'disk','writable':true}");
    }

    /** What the disk in an image holds, by the reference tools. */
    byte[] content(Path image, Path folder) throws IOException {
        byte[] all = Images.content(image, kind.format(), folder);
        return Arrays.copyOfRange(all, skip, all.length);
    }

    /** The top node with options and a node below drawn at random. */
    String drawn(Random random, Path folder) {
        boolean noFlush = random.nextInt(4) == 0;
        String options =
                "'node-name':'top',%s,'cache':{'no-flush':%s}"
                        .formatted(ZEROES.get(random.nextInt(ZEROES.size())), noFlush);
        return top.replace("$options", options)
                .replace("$file", random.nextBoolean() ? "'f'" : "'mid'")
                .replace("$folder", folder.toString());
    }

    /** Its name, for the test's. */
    @Override
    public String toString() {
        return name;
    }
}
