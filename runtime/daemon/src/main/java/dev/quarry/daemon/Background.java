package dev.quarry.daemon;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code --daemonize}: a JVM cannot fork, so the launcher is started once more in a session of its
 * own. The new process tells over its standard output when everything is up, then lets go of the
 * terminal.
 */
final class Background {
    private static final String LAUNCHER = "quarry.launcher";
    private static final String READY = "quarry.background";
    private static final String LAUNCHER_OPTIONS = "QUARRYD_OPTS";

    private Background() {}

    /**
     * Starts the service in the background and waits until it is up, or has failed and said so on
     * standard error.
     *
     * @param args the command line, {@code --daemonize} included
     * @return the exit status for this process
     */
    static int start(List<String> args) {
        try {
            Process process = builder(args).start();
            process.getOutputStream().close();
            boolean ready = process.getInputStream().read() >= 0;
            return ready ? 0 : Math.max(1, process.waitFor());
        } catch (IOException | InterruptedException e) {
            throw new CommandLineException("--daemonize: cannot start in the background: " + e, e);
        }
    }

    /**
     * Whether this process is the one in the background, and somebody waits for {@link #tellReady}.
     */
    static boolean isAwaited() {
        return Boolean.getBoolean(READY);
    }

    /** Tells the waiting process that all is up, and closes the streams it gave us. */
    static void tellReady(OutputStream out, OutputStream err) throws IOException {
        out.write('\n');
        out.close();
        err.close();
    }

    private static ProcessBuilder builder(List<String> args) {
        String launcher = System.getProperty(LAUNCHER);
        if (launcher == null) {
            throw new CommandLineException("--daemonize works with bin/quarryd only");
        }
        List<String> command = new ArrayList<>(List.of("setsid", launcher));
        args.stream().filter(arg -> !arg.equals("--daemonize")).forEach(command::add);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment()
                .merge(LAUNCHER_OPTIONS, "-D" + READY + "=true", (a, b) -> a + " " + b);
        return builder;
    }
}
