package dev.quarry.nbd;

/** The error numbers that NBD replies may carry; they equal Linux's, on every system. */
public final class NbdError {
    private NbdError() {}

    /** Not permitted. */
    public static final int EPERM = 1;

    /** Input or output failed. */
    public static final int EIO = 5;

    /** Out of memory. */
    public static final int ENOMEM = 12;

    /** The request makes no sense. */
    public static final int EINVAL = 22;

    /** No space left. */
    public static final int ENOSPC = 28;

    /** Too much data for one reply. */
    public static final int EOVERFLOW = 75;

    /** Not supported, or not fast. */
    public static final int ENOTSUP = 95;

    /** The server is going away. */
    public static final int ESHUTDOWN = 108;

    private static final int EROFS = 30;
    private static final int EFBIG = 27;
    private static final int EDQUOT = 122;

    /** The NBD error for a Linux {@code errno}: the one place where they are converted. */
    public static int ofErrno(int errno) {
        return switch (errno) {
            case EPERM, EROFS -> EPERM;
            case EIO, ENOMEM, EOVERFLOW, ENOTSUP, ESHUTDOWN -> errno;
            case ENOSPC, EDQUOT, EFBIG -> ENOSPC;
            default -> EINVAL;
        };
    }

    /** Whether it is one of the protocol's. */
    public static boolean isKnown(int error) {
        return ofErrno(error) == error;
    }

    /** The error's name, or its number for one the protocol does not know. */
    public static String name(int error) {
        return switch (error) {
            case EPERM -> "EPERM";
            case EIO -> "EIO";
            case ENOMEM -> "ENOMEM";
            case EINVAL -> "EINVAL";
            case ENOSPC -> "ENOSPC";
            case EOVERFLOW -> "EOVERFLOW";
            case ENOTSUP -> "ENOTSUP";
            case ESHUTDOWN -> "ESHUTDOWN";
            default -> "error " + error;
        };
    }
}
