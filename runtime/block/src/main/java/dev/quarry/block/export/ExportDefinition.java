package dev.quarry.block.export;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * An NBD export to be made.
 *
 * @param id well-formed: a letter, then letters, digits, '-', '.' and '_'
 * @param nodeName the node to export
 * @param writable whether clients may write
 * @param writethrough whether writes are on stable storage before they are answered
 * @param name what clients ask for, or null for the node's name; at most 4096 bytes
 * @param description text for people, or null; at most 4096 bytes
 * @param allocationDepth whether clients may ask for qemu:allocation-depth
 */
public record ExportDefinition(
        String id,
        String nodeName,
        boolean writable,
        boolean writethrough,
        @Nullable String name,
        @Nullable String description,
        boolean allocationDepth) {

    private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z][A-Za-z0-9._-]*");
    private static final int MAX_STRING = 4096;

    /** A read-only export of a node under its own name. */
    public static ExportDefinition of(String id, String nodeName) {
        return new ExportDefinition(id, nodeName, false, false, null, null, false);
    }

    /** The same for clients that may write. */
    public ExportDefinition asWritable() {
        return new ExportDefinition(
                id, nodeName, true, writethrough, name, description, allocationDepth);
    }

    /** The same under another name. */
    public ExportDefinition named(String other) {
        return new ExportDefinition(
                id, nodeName, writable, writethrough, other, description, allocationDepth);
    }

    /** The name clients ask for. */
    String exportName() {
        return name == null ? nodeName : name;
    }

    /** Refuses what no table could accept. */
    void requireWellFormed() {
        if (!WELL_FORMED.matcher(id).matches()) {
            throw refused(
                    "id", "'" + id + "' is not a letter, then letters, digits, '-', '.' or '_'");
        }
        requireShort("name", name);
        requireShort("description", description);
    }

    private static void requireShort(String parameter, @Nullable String text) {
        if (text != null && text.getBytes(StandardCharsets.UTF_8).length > MAX_STRING) {
            throw refused(parameter, "it is longer than " + MAX_STRING + " bytes");
        }
    }

    private static BlockException refused(String parameter, String why) {
        return BlockException.of(Errno.EINVAL, "Invalid parameter '" + parameter + "': " + why);
    }
}
