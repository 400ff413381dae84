package dev.quarry.qmp.keyval;

/** A text that is not what it should be, with what is wrong and where. */
public final class KeyvalException extends RuntimeException {
    private static final long serialVersionUID = 1;

    KeyvalException(String message) {
        super(message);
    }

    KeyvalException(String message, Throwable cause) {
        super(message, cause);
    }
}
