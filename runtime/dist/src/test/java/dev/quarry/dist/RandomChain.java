package dev.quarry.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** The nodes of the image file, one of which is below the top node. */
    List<String> files(Path image) {
        return List.of(
                "{'driver':'file','node-name':'f','discard':'unmap','filename':'" + image + "'}",
                "{'driver':'raw','node-name':'mid','discard':'unmap','file':'f'}");
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
