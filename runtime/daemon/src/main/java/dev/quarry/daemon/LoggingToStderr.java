package dev.quarry.daemon;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;

import org.slf4j.Logger;

/**
 * Sends what the parts log to standard error, one line each: standard output may be a monitor. Set
 * up in code, since reading a configuration file would cost a tenth of a second at every start; who
 * wants another one says {@code -Dlogback.configurationFile=…}. Found by Logback as a service.
 */
public final class LoggingToStderr extends ContextAwareBase implements Configurator {
    private static final String PATTERN = "quarryd: %d{HH:mm:ss.SSS} %-5level %logger{0}: %msg%n";

    /** For the service loader. */
    public LoggingToStderr() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty("logback.configurationFile") != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO);
        root.addAppender(appender);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
