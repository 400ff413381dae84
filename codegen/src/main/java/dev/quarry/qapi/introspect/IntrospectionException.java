package dev.quarry.qapi.introspect;

import java.util.List;

/** There is no schema in an answer, or no answer. The message has a line for each problem. */
public final class IntrospectionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** A single problem. */
    public IntrospectionException(String problem) {
        super(problem);
    }

    /** A single problem that something else has caused. */
    public IntrospectionException(String problem, Throwable cause) {
        super(problem, cause);
    }

    /** All problems of one answer; not empty. */
    IntrospectionException(List<String> problems) {
        super(String.join("\n", problems));
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
