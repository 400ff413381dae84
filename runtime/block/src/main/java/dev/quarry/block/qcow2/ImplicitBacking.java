package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.block.NodeDefinition;
import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The backing file that a header names, for an image opened without the user saying which to use: a
 * path, absolute or relative to the image's folder, in the recorded format or, where none is
 * recorded, in qcow2 or raw as its first bytes tell; or a disk on an NBD server, whose format must
 * be recorded.
 */
final class ImplicitBacking {
    private ImplicitBacking() {}

    /**
     * Defines the node.
     *
     * @param image file name of the overlay, or null if it has none
     * @throws BlockException {@code ENOTSUP} for a name or a format that is not supported
     */
    static NodeDefinition define(
            BackingDefiner definer, Qcow2Header header, @Nullable String image, int depth) {
        String name = resolve(image, String.valueOf(header.backingFile()));
        String recorded = header.extensions().backingFormat();
        String format = recorded == null ? unrecorded(name) : recorded;
        if (!format.equals("raw") && !format.equals("qcow2")) {
            throw BlockException.notSupported(
                    "Backing file '" + name + "' has the format '" + format + "', not supported");
        }
        return definer.define(format, name, depth + 1);
    }

    /** A file name as seen from the image that names it. */
    private static String resolve(@Nullable String image, String backing) {
        String name = backing.startsWith("file:") ? backing.substring(5) : backing;
        if (isRemote(name)) {
            return name;
        }
        if (hasProtocol(name)) {
            throw BlockException.notSupported(
                    "Backing file '" + name + "' is not a plain path: name its node instead");
        }
        try {
            Path path = Path.of(name);
            return path.isAbsolute() ? name : beside(image, path);
        } catch (InvalidPathException invalid) {
            throw BlockException.of(
                    Errno.EINVAL, "Backing file '" + name + "' is not a path", invalid);
        }
    }

    private static String beside(@Nullable String image, Path backing) {
        if (image == null) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "Backing file '"
                            + backing
                            + "' is relative to an image without a plain file name: name its node"
                            + " instead");
        }
        return Path.of(image).resolveSibling(backing).toString();
    }

    /** Whether a colon stands before the first slash, as in {@code nbd:} or {@code json:}. */
    private static boolean hasProtocol(String name) {
        int colon = name.indexOf(':');
        int slash = name.indexOf('/');
        return colon >= 0 && (slash < 0 || colon < slash);
    }

    private static boolean isRemote(String name) {
        return name.startsWith("nbd://") || name.startsWith("nbd+unix://");
    }

    private static String unrecorded(String name) {
        if (isRemote(name)) {
            throw BlockException.notSupported(
                    "The format of backing file '"
                            + name
                            + "' is not recorded in its overlay: name its node instead");
        }
        return probe(name);
    }

    private static String probe(String filename) {
        try (ChannelFile file = ChannelFile.open(Path.of(filename), StandardOpenOption.READ)) {
            ByteBuffer magic = ByteBuffer.allocate(Integer.BYTES);
            file.read(0, magic);
            return magic.getInt(0) == Qcow2Header.MAGIC ? "qcow2" : "raw";
        }
    }
}
