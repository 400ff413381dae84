package dev.quarry.qmp.junit;

import dev.quarry.qmp.Request;
import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.JsonOutput;
import dev.quarry.qmp.codec.QapiEvent;
import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;
import dev.quarry.qmp.codec.UnknownEvent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A command that is expected, and what follows; see {@link FakeQmp#on}. Unless told otherwise it is
 * expected once, with any arguments, and answered at once by an empty object.
 */
public final class Expectation {
    /** What becomes of the connection and the command. */
    enum Outcome {
        ANSWER,
        SILENCE,
        HANG_UP
    }

    private static final int ANY_NUMBER = -1;

    private final String command;
    private final List<QapiEvent> events = new CopyOnWriteArrayList<>();
    private volatile @Nullable JsonNode arguments;
    private volatile int times = 1;
    private volatile Duration delay = Duration.ZERO;
    private volatile Encodable value = Encodable.EMPTY;
    private volatile @Nullable QmpException error;
    private volatile Outcome outcome = Outcome.ANSWER;
    private int met;

    Expectation(String command) {
        this.command = command;
    }

    /**
     * Only with arguments like these.
     *
     * @param json an object; what it has must be there and equal, there may be more. Single quotes
     *     will do.
     */
    public Expectation with(String json) {
        arguments = JsonText.parse(json);
        return this;
    }

    /** So many times, at least 1. */
    public Expectation times(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("times must be 1 or more: " + count);
        }
        times = count;
        return this;
    }

    /** As often as it comes, which may be never. */
    public Expectation always() {
        times = ANY_NUMBER;
        return this;
    }

    /** Answers after a while; in-band commands that follow have to wait for it. */
    public Expectation after(Duration pause) {
        delay = pause;
        return this;
    }

    /** Sends an event before the answer. May be called several times. */
    public Expectation emit(QapiEvent event) {
        events.add(event);
        return this;
    }

    /**
     * The same for an event without generated type.
     *
     * @param data an object as JSON text
     */
    public Expectation emit(String event, String data) {
        return emit(new UnknownEvent(event, JsonText.parse(data)));
    }

    /** Answers with a value as JSON text; single quotes will do. */
    public void reply(String json) {
        reply(JsonText.encodable(JsonText.parse(json)));
    }

    /** Answers with a generated value. */
    public void reply(Encodable answer) {
        value = answer;
    }

    /** Answers with a list of generated values. */
    public void reply(List<? extends Encodable> answer) {
        reply(out -> JsonOutput.list(out, answer, (to, element) -> element.encode(to)));
    }

    /** Refuses the command with a {@code GenericError}. */
    public void error(String description) {
        error(QmpErrorClass.GENERIC_ERROR, description);
    }

    /** Refuses the command. */
    public void error(QmpErrorClass errorClass, String description) {
        error = new QmpException(errorClass, description);
    }

    /** Never answers. */
    public void silence() {
        outcome = Outcome.SILENCE;
    }

    /** Ends the client's connection instead of an answer. */
    public void hangUp() {
        outcome = Outcome.HANG_UP;
    }

    /** Uses the expectation up once, if it is for this request. */
    synchronized boolean meet(Request request) {
        boolean open = times == ANY_NUMBER || met < times;
        boolean fits =
                open
                        && command.equals(request.command())
                        && JsonText.contains(request.arguments(), arguments);
        met += fits ? 1 : 0;
        return fits;
    }

    synchronized boolean isMet() {
        return times == ANY_NUMBER || met >= times;
    }

    List<QapiEvent> events() {
        return events;
    }

    Duration delay() {
        return delay;
    }

    Outcome outcome() {
        return outcome;
    }

    /**
     * The value of the reply.
     *
     * @throws QmpException if the command is to be refused
     */
    Encodable answer() {
        QmpException refusal = error;
        if (refusal != null) {
            throw refusal;
        }
        return value;
    }

    @Override
    public synchronized String toString() {
        JsonNode pattern = arguments;
        return "'"
                + command
                + "'"
                + (pattern == null ? "" : " with " + pattern)
                + ", came "
                + met
                + " of "
                + times
                + " times";
    }
}
