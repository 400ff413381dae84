package dev.quarry.daemon.command;

import dev.quarry.block.image.Qcow2Image;
import dev.quarry.block.qcow2.CreateOptions;

import org.junit.jupiter.api.DynamicTest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Files of cases, and the images they ask for. */
final class TestImages {
    private TestImages() {}

    /** What is done with the lines of one case. */
    @FunctionalInterface
    interface Runner {
        void run(List<String> lines) throws IOException;
    }

    /** One test for each title ({@code == title}) of a file beside this class. */
    static List<DynamicTest> cases(String file, Runner runner) {
        List<DynamicTest> tests = new ArrayList<>();
        for (String text : read(file).split("(?m)^== ", -1)) {
            List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
            if (!text.startsWith("#") && !lines.isEmpty()) {
                String name = file + ": " + lines.getFirst();
                List<String> body = lines.subList(1, lines.size());
                tests.add(DynamicTest.dynamicTest(name, () -> runner.run(body)));
            }
        }
        return tests;
    }

    /** A file beside this class. */
    static String read(String file) {
        try (InputStream in = TestImages.class.getResourceAsStream(file)) {
            return new String(
                    Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(file, e);
        }
    }

    /** {@code raw NAME SIZE} of bytes 0xaa, or {@code qcow2 NAME SIZE [v2] [BACKING]}. */
    static void create(Path folder, String... words) throws IOException {
        if (words[0].equals("raw")) {
            byte[] content = new byte[(int) bytes(words[2])];
            Arrays.fill(content, (byte) 0xaa);
            Files.write(folder.resolve(words[1]), content);
            return;
        }
        CreateOptions options = CreateOptions.ofSize(bytes(words[2]));
        for (String word : List.of(words).subList(3, words.length)) {
            options =
                    word.equals("v2")
                            ? options.withVersion(2)
                            : options.withBacking(word, word.endsWith("raw") ? "raw" : "qcow2");
        }
        Qcow2Image.create(folder.resolve(words[1]), options);
    }

    /** A number of bytes, KiB with {@code k}, MiB with {@code m}. */
    static long bytes(String text) {
        int last = text.length() - 1;
        return switch (text.charAt(last)) {
            case 'k' -> Long.parseLong(text.substring(0, last)) << 10;
            case 'm' -> Long.parseLong(text.substring(0, last)) << 20;
            default -> Long.parseLong(text);
        };
    }
}
