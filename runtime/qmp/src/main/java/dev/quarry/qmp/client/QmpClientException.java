package dev.quarry.qmp.client;

import dev.quarry.qmp.codec.QmpException;

import java.time.Duration;

/**
 * The conversation itself has failed: no connection, no answer in time, or something that is not
 * QMP. A command that the server refuses is a {@link QmpException} instead.
 *
 * <p>A command that fails so may have been carried out all the same; the client never repeats one.
 */
public final class QmpClientException extends RuntimeException {
    private static final long serialVersionUID = 1;

    QmpClientException(String message) {
        super(message);
    }

    QmpClientException(String message, Throwable cause) {
        super(message, cause);
    }

    static QmpClientException late(String complaint, Duration patience) {
        return new QmpClientException(complaint + " within " + patience);
    }

    static QmpClientException interrupted(String complaint) {
        return new QmpClientException(complaint + " before the thread was interrupted");
    }

    /** The same failure with this thread's stack, and the first one as its cause. */
    static RuntimeException anew(Throwable failure) {
        return failure instanceof QmpException refusal
                ? refusal.anew()
                : new QmpClientException(String.valueOf(failure.getMessage()), failure);
    }
}
