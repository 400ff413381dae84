package dev.quarry.qmp.client;

/**
 * The conversation itself has failed: no connection, no answer in time, or something that is not
 * QMP. A command that the server refuses is a {@link dev.quarry.qmp.codec.QmpException} instead.
 */
public final class QmpClientException extends RuntimeException {
    private static final long serialVersionUID = 1;

    QmpClientException(String message) {
        super(message);
    }

    QmpClientException(String message, Throwable cause) {
        super(message, cause);
    }
}
