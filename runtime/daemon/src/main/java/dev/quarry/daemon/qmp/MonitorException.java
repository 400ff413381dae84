package dev.quarry.daemon.qmp;

/** A monitor could not be set up. The message is one line for the user of the command line. */
public final class MonitorException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MonitorException(String message) {
        super(message);
    }

    MonitorException(String message, Throwable cause) {
        super(message, cause);
    }
}
