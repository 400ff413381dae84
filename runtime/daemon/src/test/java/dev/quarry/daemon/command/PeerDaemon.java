package dev.quarry.daemon.command;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** QEMU's storage daemon, spoken to over its standard streams. */
final class PeerDaemon implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final Process process;
    private final BufferedReader in;
    private final BufferedWriter out;

    PeerDaemon(Path folder) throws IOException {
        process =
                new ProcessBuilder(
                                "qemu-storage-daemon", "--chardev", "stdio,id=m", "--monitor", "m")
                        .directory(folder.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        in = process.inputReader();
        out = process.outputWriter();
        in.readLine();
        run("qmp_capabilities", "{}");
    }

    /** Runs a command and gives what it returns. */
    JsonNode run(String command, String arguments) throws IOException {
        JsonNode parsed = MAPPER.readTree(arguments.replace('\'', '"'));
        out.write(MAPPER.writeValueAsString(Map.of("execute", command, "arguments", parsed)));
        out.newLine();
        out.flush();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode reply = MAPPER.readTree(line);
            if (!reply.has("event")) {
                if (reply.has("error")) {
                    throw new AssertionError(command + " " + arguments + ": " + line);
                }
                return reply.get("return");
            }
        }
        throw new IOException("the peer has gone");
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
