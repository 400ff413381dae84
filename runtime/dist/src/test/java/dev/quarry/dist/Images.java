package dev.quarry.dist;

import org.junit.jupiter.api.Assertions;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the reference tools say about image files. */
final class Images {
    private Images() {}

    /** Makes an image; {@code options} are those of {@code qemu-img create}. */
    static Path create(Path file, String format, long size, String... options) {
        List<String> command = new ArrayList<>(List.of("qemu-img", "create", "-q", "-f", format));
        command.addAll(List.of(options));
        command.addAll(List.of(file.toString(), Long.toString(size)));
        Tools.ok(command.toArray(String[]::new));
        return file;
    }

    /** Runs commands of {@code qemu-io} on a file or a URI; fails when one of them fails. */
    static String io(String format, String image, String... commands) {
        List<String> command =
                new ArrayList<>(List.of("qemu-io", "-d", "unmap", "-f", format, image));
        for (String one : commands) {
            command.addAll(List.of("-c", one));
        }
        Tools.Result result = Tools.run(command.toArray(String[]::new)).expectSuccess();
        Assertions.assertFalse(
                result.out().contains("failed") || result.out().contains("Pattern verif"),
                result::toString);
        return result.out();
    }

    /** The guest's view of an image, by {@code qemu-img}. */
    static byte[] content(Path image, String format, Path scratch) throws IOException {
        Path raw = scratch.resolve(image.getFileName() + ".content");
        Tools.ok("qemu-img", "convert", "-f", format, "-O", "raw", image + "", raw + "");
        try {
            return Files.readAllBytes(raw);
        } finally {
            Files.delete(raw);
        }
    }

    static JsonNode map(Path image, String format) {
        return Json.strict(
                Tools.ok("qemu-img", "map", "--output=json", "-f", format, image.toString()));
    }

    /** Fails unless the image's metadata are without any fault. */
    static void expectClean(Path image) {
        Tools.ok("qemu-img", "check", "-f", "qcow2", image.toString());
    }

    /** Fails unless the image's metadata are sound; clusters that nobody uses may be left. */
    static void expectLeaksAtMost(Path image) {
        Tools.Result check = Tools.run("qemu-img", "check", "-f", "qcow2", image.toString());
        Assertions.assertTrue(check.exit() == 0 || check.exit() == 3, check::toString);
    }
}
