package dev.quarry.qmp.codec;

/** A command failed: the class and the description that the error reply carries. */
public final class QmpException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final QmpErrorClass errorClass;
    private final String description;

    public QmpException(QmpErrorClass errorClass, String description) {
        super(description);
        this.errorClass = errorClass;
        this.description = description;
    }

    /** As the other constructor; the cause goes to the log, never over the wire. */
    public QmpException(QmpErrorClass errorClass, String description, Throwable cause) {
        super(description, cause);
        this.errorClass = errorClass;
        this.description = description;
    }

    /** A {@link QmpErrorClass#GENERIC_ERROR} with this description. */
    public static QmpException generic(String description) {
        return new QmpException(QmpErrorClass.GENERIC_ERROR, description);
    }

    public QmpErrorClass errorClass() {
        return errorClass;
    }

    public String description() {
        return description;
    }
}
