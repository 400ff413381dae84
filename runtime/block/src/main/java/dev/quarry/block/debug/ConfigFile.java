package dev.quarry.block.debug;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules in a file: sections {@code [inject-error]} and {@code [set-state]}, each with lines {@code
 * key = "value"}; {@code #} begins a line that is not read. A section may carry a name in quotes,
 * which means nothing.
 */
final class ConfigFile {
    private static final int MAX_BYTES = 1 << 20;
    private static final Pattern SECTION =
            Pattern.compile("\\[([^\\]\\s\"]+)(?:\\s+\"[^\"\\]]*\")?\\]");
    private static final Pattern ENTRY = Pattern.compile("([^\\s=]+)\\s*=\\s*\"([^\"]*)\"");

    private final String path;
    private final List<ConfigSection> sections = new ArrayList<>();
    private int line;

    private ConfigFile(String path) {
        this.path = path;
    }

    /**
     * Reads all rules: those that fail requests, then those that change the state. Blocks.
     *
     * @throws BlockException naming the file and the line
     */
    static List<Rule> read(String path) {
        return new ConfigFile(path).parse(content(path));
    }

    private static String content(String path) {
        try (InputStream in = Files.newInputStream(Path.of(path))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw BlockException.of(
                        Errno.EFBIG, "'config' file '" + path + "' has more than 1 MiB");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (NoSuchFileException missing) {
            throw unreadable(Errno.ENOENT, path, Errno.ENOENT.words(), missing);
        } catch (IOException | InvalidPathException failure) {
            throw unreadable(Errno.EIO, path, String.valueOf(failure.getMessage()), failure);
        }
    }

    private static BlockException unreadable(
            Errno errno, String path, String why, Exception cause) {
        return BlockException.of(errno, "Cannot read 'config' file '" + path + "': " + why, cause);
    }

    private List<Rule> parse(String text) {
        for (String raw : text.lines().toList()) {
            line++;
            String content = raw.strip();
            if (!content.isEmpty() && !content.startsWith("#")) {
                parseLine(content);
            }
        }
        List<Rule> rules = new ArrayList<>();
        sections.stream().filter(ConfigSection::failsRequests).forEach(s -> rules.add(s.rule()));
        sections.stream().filter(s -> !s.failsRequests()).forEach(s -> rules.add(s.rule()));
        return rules;
    }

    private void parseLine(String content) {
        Matcher section = SECTION.matcher(content);
        Matcher entry = ENTRY.matcher(content);
        if (section.matches()) {
            sections.add(new ConfigSection(this::wrong, line, section.group(1)));
        } else if (!entry.matches()) {
            throw wrong(line, "write [section] or key = \"value\"");
        } else if (sections.isEmpty()) {
            throw wrong(line, "begin with [inject-error] or [set-state]");
        } else {
            sections.getLast().put(line, entry.group(1), entry.group(2));
        }
    }

    private BlockException wrong(int at, String what) {
        return BlockException.of(
                Errno.EINVAL, "'config' file '" + path + "', line " + at + ": " + what);
    }
}
