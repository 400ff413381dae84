package dev.quarry.block;

import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

/**
 * The block layer's one exception: a small, matchable kind ({@link #errno()}), a description in
 * words, and the cause.
 *
 * <p>For configuration mistakes (unknown node, refused option) the errno is {@code EINVAL}, {@code
 * ENOENT}, {@code EEXIST}, {@code EBUSY} or {@code ENOTSUP} and only the message matters; for I/O
 * the errno is what a client sees.
 */
public final class BlockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Errno errno;

    private BlockException(Errno errno, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.errno = errno;
    }

    /** An error with a description: name the subject in quotes and say what to do. */
    public static BlockException of(Errno errno, String message) {
        return new BlockException(errno, message, null);
    }

    /** As {@link #of(Errno, String)}, with what led to it. */
    public static BlockException of(Errno errno, String message, Throwable cause) {
        return new BlockException(errno, message, cause);
    }

    /**
     * An error of one request.
     *
     * @param operation a verb: {@code "read"}, {@code "write zeroes"}
     * @param node the node's name
     * @param offset in bytes, as the node counts them
     */
    public static BlockException io(
            Errno errno, String operation, String node, long offset, String reason) {
        return new BlockException(errno, ioText(operation, node, offset, reason), null);
    }

    /** As {@link #io(Errno, String, String, long, String)}, with what led to it. */
    public static BlockException io(
            Errno errno,
            String operation,
            String node,
            long offset,
            String reason,
            Throwable cause) {
        return new BlockException(errno, ioText(operation, node, offset, reason), cause);
    }

    /** The operation is one this driver or this file does not have; the caller may fall back. */
    public static BlockException notSupported(String what) {
        return new BlockException(Errno.ENOTSUP, what, null);
    }

    /** The kind, for matching and for the wire. */
    public Errno errno() {
        return errno;
    }

    /** Whether the operation does not exist here, so that a fallback may be tried. */
    public boolean isNotSupported() {
        return errno == Errno.ENOTSUP;
    }

    /** The description; never null. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    private static String ioText(String operation, String node, long offset, String reason) {
        return "Cannot " + operation + " at offset " + offset + " of '" + node + "': " + reason;
    }
}
