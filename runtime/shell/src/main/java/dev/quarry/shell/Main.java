package dev.quarry.shell;

import dev.quarry.qmp.client.QmpClient;
import dev.quarry.qmp.client.QmpClientBuilder;
import dev.quarry.qmp.client.QmpClientException;

import picocli.CommandLine.ParameterException;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** {@code quarry-shell ADDRESS [COMMAND…]}: see {@code --help}. */
public final class Main {
    static final int DONE = 0;
    static final int REFUSED = 1;
    static final int TROUBLE = 2;

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;

    Main(InputStream in, PrintStream out, PrintStream err) {
        this.in = in;
        this.out = out;
        this.err = err;
    }

    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.exit(new Main(System.in, out, System.err).run(args));
    }

    /** Does what the command line says, and returns the exit status. */
    int run(String... args) {
        try {
            Options options = Options.parse(args);
            if (options == null) {
                out.print(Options.usage());
                return DONE;
            }
            return serve(options);
        } catch (ParameterException e) {
            err.println("quarry-shell: " + e.getMessage() + "; --help tells more");
        } catch (QmpClientException | IOException e) {
            err.println("quarry-shell: " + e.getMessage());
        }
        return TROUBLE;
    }

    private int serve(Options options) throws IOException {
        QmpClientBuilder builder = QmpClient.builder().timeout(options.timeout());
        String host = options.host();
        try (QmpClient client =
                host == null
                        ? builder.connect(options.path())
                        : builder.connect(host, options.port())) {
            if (!options.command().isEmpty()) {
                Shell shell = new Shell(client, output(options));
                return status(shell.run(String.join(" ", options.command())));
            }
            return Boolean.getBoolean("quarry.terminal")
                    ? Prompt.run(client, options.json())
                    : script(client, options);
        }
    }

    /** Stops at the first line that fails; events are printed as they come. */
    private int script(QmpClient client, Options options) throws IOException {
        Output output = output(options);
        Shell shell = new Shell(client, output);
        client.onEvent(output::event);
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        int status = DONE;
        for (String line = lines.readLine();
                line != null && status == DONE;
                line = lines.readLine()) {
            status = status(shell.run(line));
        }
        return status;
    }

    private Output output(Options options) {
        return new Output(out::println, err::println, options.json());
    }

    private static int status(Shell.Outcome outcome) {
        return switch (outcome) {
            case DONE -> DONE;
            case REFUSED -> REFUSED;
            case NOT_UNDERSTOOD, LOST -> TROUBLE;
        };
    }
}
