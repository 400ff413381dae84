package dev.quarry.daemon;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The program {@code quarryd}. */
public final class Main {
    private static final int OK = 0;
    private static final int FAILED = 1;

    private Main() {}

    /** Starts the service and serves until {@code quit} or a signal; does not return before. */
    public static void main(String[] args) throws InterruptedException {
        try {
            run(List.of(args));
        } catch (CommandLineException e) {
            complain(e);
            Runtime.getRuntime().halt(FAILED);
        }
    }

    private static void run(List<String> args) throws InterruptedException {
        CommandLine line = CommandLine.parse(args);
        if (line.help()) {
            leaveWith(line.usage());
        } else if (line.version()) {
            leaveWith(QuarryVersion.line() + System.lineSeparator());
        } else if (line.daemonize()) {
            Runtime.getRuntime().halt(Background.start(args));
        } else {
            serve(line);
        }
    }

    private static void serve(CommandLine line) throws InterruptedException {
        Shutdown shutdown = Shutdown.onSignals();
        Daemon daemon = new Daemon(line.compat(), () -> shutdown.exit(OK));
        shutdown.closes(daemon);
        try {
            daemon.start(line);
            if (Background.isAwaited()) {
                Background.tellReady(System.out, System.err);
            }
        } catch (CommandLineException e) {
            complain(e);
            shutdown.exit(FAILED);
        } catch (IOException e) {
            complain(new CommandLineException("--daemonize: " + e, e));
            shutdown.exit(FAILED);
        }
        new CountDownLatch(1).await();
    }

    /** Prints an answer and ends at once: nothing was started that would have to be closed. */
    private static void leaveWith(String text) {
        System.out.print(text);
        System.out.flush();
        Runtime.getRuntime().halt(OK);
    }

    private static void complain(CommandLineException e) {
        System.err.println("quarryd: " + e.getMessage());
    }
}
