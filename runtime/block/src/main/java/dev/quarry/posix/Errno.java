package dev.quarry.posix;

/** The Linux error numbers this program meets, by their usual names. */
public enum Errno {
    EPERM(1),
    ENOENT(2),
    EINTR(4),
    EIO(5),
    ENXIO(6),
    EBADF(9),
    EAGAIN(11),
    ENOMEM(12),
    EACCES(13),
    EBUSY(16),
    EEXIST(17),
    ENODEV(19),
    ENOTDIR(20),
    EISDIR(21),
    EINVAL(22),
    ENFILE(23),
    EMFILE(24),
    ENOTTY(25),
    ETXTBSY(26),
    EFBIG(27),
    ENOSPC(28),
    ESPIPE(29),
    EROFS(30),
    EPIPE(32),
    ERANGE(34),
    ENAMETOOLONG(36),
    ENOSYS(38),
    ELOOP(40),
    EOVERFLOW(75),
    ENOTSUP(95),
    EADDRINUSE(98),
    ECONNRESET(104),
    ESHUTDOWN(108),
    ETIMEDOUT(110),
    ECONNREFUSED(111),
    ESTALE(116),
    EDQUOT(122),
    ENOMEDIUM(123),
    ECANCELED(125);

    private static final Errno[] BY_VALUE = new Errno[126];

    static {
        for (Errno errno : values()) {
            BY_VALUE[errno.value] = errno;
        }
    }

    private final int value;

    Errno(int value) {
        this.value = value;
    }

    /** The number Linux gives it on x86-64 and aarch64; positive. */
    public int value() {
        return value;
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
