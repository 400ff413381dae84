package dev.quarry.daemon;

/** A start that cannot go on: the command line is wrong, or what it asks for failed. One line. */
final class CommandLineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommandLineException(String message) {
        super(message);
    }

    CommandLineException(String message, Throwable cause) {
        super(message, cause);
    }
}
