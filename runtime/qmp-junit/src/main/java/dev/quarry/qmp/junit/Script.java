package dev.quarry.qmp.junit;

import dev.quarry.qmp.Request;
import dev.quarry.qmp.codec.Command;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is expected, and what has come. Any thread. */
final class Script {
    private final Map<String, Command> handlers = new LinkedHashMap<>();
    private final boolean strict;
    private final List<Expectation> expectations = new ArrayList<>();
    private final List<Request> received = new ArrayList<>();
    private final List<Request> unexpected = new ArrayList<>();

    Script(List<Command> commands, boolean strict) {
        this.strict = strict;
        commands.forEach(command -> handlers.put(command.name(), command));
    }

    synchronized Expectation expect(String command) {
        Expectation expectation = new Expectation(command);
        expectations.add(expectation);
        return expectation;
    }

    /** Notes a command and finds the first expectation that it meets. */
    synchronized @Nullable Expectation receive(Request request) {
        received.add(request);
        for (Expectation expectation : expectations) {
            if (expectation.meet(request)) {
                return expectation;
            }
        }
        if (!handlers.containsKey(request.command())) {
            unexpected.add(request);
        }
        return null;
    }

    /** The handler for what no expectation met, if there is one. */
    @Nullable Command handler(String command) {
        return handlers.get(command);
    }

    synchronized List<Request> received() {
        return List.copyOf(received);
    }

    synchronized void forget() {
        expectations.clear();
        received.clear();
        unexpected.clear();
    }

    /** What is wrong, one line each; empty if nothing is. */
    synchronized String complaints() {
        StringBuilder text = new StringBuilder();
        for (Expectation expectation : expectations) {
            if (!expectation.isMet()) {
                text.append("\n  expected: ").append(expectation);
            }
        }
        for (Request request : strict ? unexpected : List.<Request>of()) {
            text.append("\n  not expected: ").append(told(request));
        }
        if (text.length() > 0) {
            received.forEach(request -> text.append("\n  came: ").append(told(request)));
        }
        return text.toString();
    }

    private static String told(Request request) {
        return "'" + request.command() + "' with " + request.arguments();
    }
}
