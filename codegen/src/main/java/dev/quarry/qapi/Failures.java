package dev.quarry.qapi;

import dev.quarry.qapi.introspect.IntrospectionException;
import dev.quarry.qapi.source.SchemaException;

import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Turns what a subcommand throws into text on standard error and an exit status. */
final class Failures implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult result)
            throws Exception {
        if (e instanceof SchemaException schema) {
            schema.diagnostics().forEach(command.getErr()::println);
        } else if (e instanceof IntrospectionException) {
            command.getErr().println(e.getMessage());
        } else if (e instanceof UncheckedIOException || e instanceof IOException) {
            command.getErr().println("qapi: " + e.getMessage());
        } else {
            throw e;
        }
        return CommandLine.ExitCode.SOFTWARE;
    }
}
