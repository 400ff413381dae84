package dev.quarry.shell;

import dev.quarry.qmp.QmpVersion;
import dev.quarry.qmp.client.QmpClient;

import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.LineReaderImpl;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A prompt with completion and history; events appear above it. */
final class Prompt {
    private Prompt() {}

    /** Reads and carries out lines until the end of the input; returns the exit status. */
    static int run(QmpClient client, boolean json) throws IOException {
        try (Terminal terminal = TerminalBuilder.terminal()) {
            LineReader reader =
                    LineReaderBuilder.builder()
                            .terminal(terminal)
                            .parser(new DefaultParser().eofOnUnclosedQuote(false))
                            .variable(LineReader.HISTORY_FILE, historyFile(System.getenv()))
                            .build();
            return run(reader, client, json);
        }
    }

    /** The same with a reader that is made already. */
    static int run(LineReader reader, QmpClient client, boolean json) {
        Output output = new Output(reader::printAbove, reader::printAbove, json);
        Shell shell = new Shell(client, output);
        ((LineReaderImpl) reader).setCompleter(completer(shell));
        client.onEvent(output::event);
        QmpVersion version = client.serverVersion();
        output.text(
                "QMP server, version %d.%d.%d %s; Tab completes, 'help' lists, Ctrl-D ends"
                        .formatted(
                                version.major(),
                                version.minor(),
                                version.micro(),
                                version.packageName()));
        Shell.Outcome outcome = Shell.Outcome.DONE;
        while (outcome != Shell.Outcome.LOST) {
            try {
                String line = reader.readLine("qmp> ");
                if (line.strip().equals("exit")) {
                    return Main.DONE;
                }
                outcome = shell.run(line);
            } catch (UserInterruptException lineGivenUp) {
                outcome = Shell.Outcome.DONE;
            } catch (EndOfFileException end) {
                return Main.DONE;
            }
        }
        return Main.TROUBLE;
    }

    /** Completes by the server's schema; keys are not followed by a blank. */
    private static Completer completer(Shell shell) {
        return (reader, line, candidates) -> {
            List<String> words = new ArrayList<>(line.words().subList(0, line.wordIndex()));
            words.add(line.word().substring(0, line.wordCursor()));
            for (String word : new Completion(shell.schema()).candidates(words)) {
                boolean whole = !word.endsWith("=") && !word.endsWith(".");
                candidates.add(new Candidate(word, word, null, null, null, null, whole));
            }
        };
    }

    static Path historyFile(Map<String, String> environment) throws IOException {
        String home = System.getProperty("user.home");
        Path state =
                Optional.ofNullable(environment.get("XDG_STATE_HOME"))
                        .map(Path::of)
                        .orElse(Path.of(home, ".local", "state"));
        return Files.createDirectories(state.resolve("quarry")).resolve("shell-history");
    }
}
