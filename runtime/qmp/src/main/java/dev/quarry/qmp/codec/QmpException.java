package dev.quarry.qmp.codec;

import org.jspecify.annotations.Nullable;

/** A command failed: the class and the description that the error reply carries. */
public final class QmpException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final QmpErrorClass errorClass;
    private final String description;
    private final @Nullable String command;

    public QmpException(QmpErrorClass errorClass, String description) {
        super(description);
        this.errorClass = errorClass;
        this.description = description;
        this.command = null;
    }

    /** As the other constructor; the cause goes to the log, never over the wire. */
    public QmpException(QmpErrorClass errorClass, String description, Throwable cause) {
        super(description, cause);
        this.errorClass = errorClass;
        this.description = description;
        this.command = null;
    }

    private QmpException(
            String command,
            QmpErrorClass errorClass,
            String description,
            @Nullable QmpException cause) {
        super(command + ": " + description, cause);
        this.errorClass = errorClass;
        this.description = description;
        this.command = command;
    }

    /** As a client knows it: a server's error reply to a command. */
    public static QmpException ofCommand(
            String command, QmpErrorClass errorClass, String description) {
        return new QmpException(command, errorClass, description, null);
    }

    /** A {@link QmpErrorClass#GENERIC_ERROR} with this description. */
    public static QmpException generic(String description) {
        return new QmpException(QmpErrorClass.GENERIC_ERROR, description);
    }

    /** The same failure with this thread's stack, and this one as its cause. */
    public QmpException anew() {
        return command == null
                ? new QmpException(errorClass, description, this)
                : new QmpException(command, errorClass, description, this);
    }

    /** The command that failed; null on the server's side. */
    public @Nullable String command() {
        return command;
    }

    public QmpErrorClass errorClass() {
        return errorClass;
    }

    public String description() {
        return description;
    }
}
