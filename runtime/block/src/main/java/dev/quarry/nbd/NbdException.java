package dev.quarry.nbd;

/** A request that failed, on either side of the connection. */
public final class NbdException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int error;
    private final boolean lost;

    /**
     * A failure with one of {@link NbdError}'s numbers and a text for the person at the other end.
     */
    public NbdException(int error, String message) {
        super(message);
        this.error = error;
        this.lost = false;
    }

    /** As above, with the exception it came from. */
    public NbdException(int error, String message, Throwable cause) {
        this(error, message, cause, false);
    }

    private NbdException(int error, String message, Throwable cause, boolean lost) {
        super(message, cause);
        this.error = error;
        this.lost = lost;
    }

    /** The connection is lost or was given up: nobody knows whether the request was served. */
    static NbdException lost(String message, Throwable cause) {
        return new NbdException(NbdError.EIO, message, cause, true);
    }

    /** The server answered with an error, and perhaps a text. An error of 0 is none to report. */
    static NbdException answered(int error, String text) {
        String words = text.isEmpty() ? "" : ": " + text;
        return new NbdException(
                error == 0 ? NbdError.EINVAL : error,
                "the NBD server answers " + NbdError.name(error) + words);
    }

    /** The text; never null. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    /** The error number, one of {@link NbdError}'s or another of the server's. */
    public int error() {
        return error;
    }

    /** Whether it was the connection that failed, not this request. */
    boolean isLost() {
        return lost;
    }
}
