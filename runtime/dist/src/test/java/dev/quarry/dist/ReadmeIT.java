package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The commands of the READMEs do what these say: all {@code sh} blocks are run as one script from
 * the repository's root, and each {@code text} block must appear in the output, line by line, where
 * {@code …} stands for anything.
 */
class ReadmeIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern BLOCK =
            Pattern.compile("^```(sh|text)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    @TempDir private Path temp;

    @Test
    void commandsPrintWhatTheReadmeSays() throws IOException, InterruptedException {
        TestNeeds.tools("socat", "qemu-img", "qemu-io", "nbdinfo");
        assertPrints(Files.readString(ROOT.resolve("README.md")));
    }

    @Test
    void aClientOfALiveServerIsMadeAsTheCompilersReadmeSays()
            throws IOException, InterruptedException {
        TestNeeds.tool("qemu-storage-daemon");
        String page = Files.readString(ROOT.resolve("codegen/README.md"));
        String section = page.substring(page.indexOf("## A client of a live server"));
        assertPrints(section.substring(0, section.indexOf("\n## ")));
    }

    private void assertPrints(String page) throws IOException, InterruptedException {
        List<String> scripts = blocks(page, "sh");
        assertFalse(scripts.isEmpty(), "the README has no sh block");
        String output = run(String.join("\n", scripts));
        int from = 0;
        for (String expected : blocks(page, "text")) {
            Matcher found = Pattern.compile(regex(expected), Pattern.DOTALL).matcher(output);
            assertTrue(
                    found.find(from),
                    () -> "not in the output:\n" + expected + "\noutput was:\n" + output);
            from = found.end();
        }
    }

    private static List<String> blocks(String page, String kind) {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(page);
        while (matcher.find()) {
            if (matcher.group(1).equals(kind)) {
                blocks.add(matcher.group(2));
            }
        }
        return blocks;
    }

    private static String regex(String expected) {
        return expected.lines()
                .map(line -> line.equals("…") ? "(?:[^\\n]*\\n)*?" : oneLine(line) + "\\n")
                .collect(Collectors.joining());
    }

    private static String oneLine(String line) {
        return Arrays.stream(line.split("…", -1))
                .map(part -> part.isEmpty() ? "" : Pattern.quote(part))
                .collect(Collectors.joining("[^\\n]*"));
    }

    /** Runs a script and everything it started; what is printed comes back without CRs. */
    private String run(String script) throws IOException, InterruptedException {
        Path output = temp.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder("bash", "-euo", "pipefail", "-c", script)
                        .directory(ROOT.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().put("TMPDIR", temp.toString());
        String compiler = Path.of(System.getProperty("java.home"), "bin").toString();
        builder.environment().merge("PATH", compiler, (path, first) -> first + ":" + path);
        Process shell = builder.start();
        shell.getOutputStream().close();
        try {
            boolean ended = shell.waitFor(240, TimeUnit.SECONDS);
            String printed = Files.readString(output, StandardCharsets.UTF_8).replace("\r", "");
            assertTrue(ended, () -> "the README's commands do not end; output:\n" + printed);
            assertTrue(shell.exitValue() == 0, () -> "exit " + shell.exitValue() + ":\n" + printed);
            return printed;
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
    }
}
