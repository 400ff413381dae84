package dev.quarry.nbd;

/** A request that failed, on either side of the connection. */
public final class NbdException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int error;

    /**
     * A failure with one of {@link NbdError}'s numbers and a text for the person at the other end.
     */
    public NbdException(int error, String message) {
        super(message);
        this.error = error;
    }

    /** As above, with the exception it came from. */
    public NbdException(int error, String message, Throwable cause) {
        super(message, cause);
        this.error = error;
    }

    /** The text; never null. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }

    /** The error number, one of {@link NbdError}'s. */
    public int error() {
        return error;
    }
}
