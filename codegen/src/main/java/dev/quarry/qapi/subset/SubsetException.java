package dev.quarry.qapi.subset;

/** What was asked for is no part of the schema; the message says why. */
public final class SubsetException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SubsetException(String message) {
        super(message);
    }
}
