package dev.quarry.shell;

import dev.quarry.qmp.Request;
import dev.quarry.qmp.client.QmpCalls;
import dev.quarry.qmp.client.QmpClient;
import dev.quarry.qmp.client.QmpClientException;
import dev.quarry.qmp.codec.QmpException;
import dev.quarry.qmp.keyval.KeyvalException;

import org.jspecify.annotations.Nullable;

import java.util.stream.Collectors;

/** Carries out lines, the same for one command, a script, and a prompt. */
final class Shell {
    private final QmpClient client;
    private final Output output;
    private @Nullable Schema schema;

    Shell(QmpClient client, Output output) {
        this.client = client;
        this.output = output;
    }

    /** How a line has ended. */
    enum Outcome {
        DONE,
        REFUSED,
        NOT_UNDERSTOOD,
        LOST
    }

    /** Carries out a line and shows what comes of it. A blank line or comment does nothing. */
    Outcome run(String line) {
        String text = line.strip();
        if (text.isEmpty() || text.startsWith("#")) {
            return Outcome.DONE;
        }
        try {
            if (text.equals("help") || text.startsWith("help ")) {
                output.text(help(text.substring("help".length()).strip()));
            } else {
                execute(CommandLine.parse(text, schema()));
            }
            return Outcome.DONE;
        } catch (QmpException e) {
            output.refused(e);
            return Outcome.REFUSED;
        } catch (IllegalArgumentException | KeyvalException e) {
            output.complaint(String.valueOf(e.getMessage()));
            return Outcome.NOT_UNDERSTOOD;
        } catch (QmpClientException e) {
            output.complaint(String.valueOf(e.getMessage()));
            return client.isOpen() ? Outcome.REFUSED : Outcome.LOST;
        }
    }

    /** The server's schema, asked for once; an empty one if it has none to tell. */
    Schema schema() {
        Schema known = schema;
        if (known == null) {
            try {
                known = Schema.of(client.execute("query-qmp-schema"));
            } catch (QmpException e) {
                known = Schema.EMPTY;
            }
            schema = known;
        }
        return known;
    }

    private void execute(Request request) {
        QmpCalls calls = request.outOfBand() ? client.outOfBand() : client;
        output.value(
                request.arguments().isEmpty()
                        ? calls.execute(request.command())
                        : calls.execute(request.command(), request.arguments()));
    }

    private String help(String command) {
        if (command.isEmpty()) {
            return String.join("\n", schema().commands());
        }
        SchemaType arguments = schema().arguments(command);
        if (arguments == null) {
            throw new IllegalArgumentException("The server has no command '" + command + "'");
        }
        return arguments.members(tag -> null).stream()
                .map(member ->
                        member.name()
                                + (member.optional() ? "?" : "")
                                + "="
                                + member.type().description())
                .collect(Collectors.joining("\n  ", command + "\n  ", ""))
                .stripTrailing();
    }
}
