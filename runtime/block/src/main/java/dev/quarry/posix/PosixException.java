package dev.quarry.posix;

/** A call of the C library failed. */
public final class PosixException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int number;

    PosixException(int number, String call) {
        super(call + ": " + describe(number));
        this.number = number;
    }

    /** The error; {@link Errno#EIO} for a number that has no constant. */
    public Errno errno() {
        return Errno.of(number);
    }

    /** In words: {@code "no such file"}. */
    public String reason() {
        return describe(number);
    }

    private static String describe(int number) {
        Errno errno = Errno.of(number);
        return errno.value() == number ? errno.words() : "error number " + number;
    }
}
