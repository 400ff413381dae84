package dev.quarry.posix;

/** The Linux error numbers this program meets, by their usual names. */
public enum Errno {
    EPERM(1, "not permitted"),
    ENOENT(2, "no such file"),
    EINTR(4, "interrupted"),
    EIO(5, "input/output error"),
    ENXIO(6, "no such device or address"),
    EBADF(9, "bad file descriptor"),
    EAGAIN(11, "taken by somebody else, try again later"),
    ENOMEM(12, "out of memory"),
    EACCES(13, "permission denied"),
    EBUSY(16, "busy"),
    EEXIST(17, "exists already"),
    ENODEV(19, "no such device"),
    ENOTDIR(20, "a part of the path is not a folder"),
    EISDIR(21, "is a folder"),
    EINVAL(22, "invalid argument"),
    ENFILE(23, "too many open files in the system"),
    EMFILE(24, "too many open files"),
    ENOTTY(25, "wrong kind of device"),
    ETXTBSY(26, "the program is running"),
    EFBIG(27, "too large"),
    ENOSPC(28, "no space left"),
    ESPIPE(29, "cannot seek"),
    EROFS(30, "read-only file system"),
    EPIPE(32, "the other end is gone"),
    ERANGE(34, "out of range"),
    ENAMETOOLONG(36, "name too long"),
    ENOSYS(38, "not known to this kernel"),
    ELOOP(40, "too many symbolic links"),
    EOVERFLOW(75, "value too large"),
    ENOTSUP(95, "not supported"),
    EADDRINUSE(98, "address in use"),
    ECONNRESET(104, "connection reset"),
    ESHUTDOWN(108, "shut down"),
    ETIMEDOUT(110, "timed out"),
    ECONNREFUSED(111, "connection refused"),
    ESTALE(116, "the file is gone from its server"),
    EDQUOT(122, "quota exceeded"),
    ENOMEDIUM(123, "no usable medium"),
    ECANCELED(125, "cancelled");

    private static final Errno[] BY_VALUE = new Errno[126];

    static {
        for (Errno errno : values()) {
            BY_VALUE[errno.value] = errno;
        }
    }

    private final int value;
    private final String words;

    Errno(int value, String words) {
        this.value = value;
        this.words = words;
    }

    /** The number Linux gives it on x86-64 and aarch64; positive. */
    public int value() {
        return value;
    }

    /** What it means, for the end of a sentence: {@code "no such file"}. */
    public String words() {
        return words;
    }

    /**
     * The constant of a number, or {@link #EIO} for a number not listed here (the number itself
     * stands in the message of the exception that carries it).
     */
    public static Errno of(int value) {
        Errno known = value > 0 && value < BY_VALUE.length ? BY_VALUE[value] : null;
        return known == null ? EIO : known;
    }
}
