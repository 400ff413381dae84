package dev.quarry.daemon.qmp;

import dev.quarry.qmp.QmpMessages;
import dev.quarry.qmp.QmpVersion;
import dev.quarry.qmp.codec.Command;
import dev.quarry.qmp.codec.Conditions;
import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.JsonInput;
import dev.quarry.qmp.codec.JsonOutput;
import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;
import dev.quarry.qmp.codec.UnknownEvent;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Commands that do nothing but what a test of the monitor needs. */
final class TestCommands {
    static final QmpVersion VERSION = new QmpVersion(7, 2, 0, "Quarry test");

    final EventBus events = new EventBus();
    final Semaphore released = new Semaphore(0);
    final AtomicInteger waiting = new AtomicInteger();
    final Quit quit;

    private final InputBudget input;

    TestCommands(Runnable whenAnswered) {
        this(whenAnswered, new InputBudget());
    }

    TestCommands(Runnable whenAnswered, InputBudget input) {
        this.quit = new Quit(whenAnswered);
        this.input = input;
    }

    QmpService service() {
        return new QmpService(
                VERSION, new QmpDispatcher(commands(), conditions()), events, quit, input);
    }

    private static Conditions conditions() {
        return Conditions.none();
    }

    private List<Command> commands() {
        return List.of(
                command("qmp_capabilities", a -> Encodable.EMPTY),
                oob("query-version", a -> QmpMessages.version(VERSION)),
                command("echo", a -> out -> JsonOutput.any(out, a.node())),
                command("big", a -> big(a.node().get("size").intValue())),
                command("wait", a -> await()),
                command("read", a -> read(a.node().get("file").stringValue())),
                oob("release", a -> release()),
                command("emit", this::emit),
                command("fail", a -> fail()),
                command("boom", a -> boom()),
                command("half", a -> half()),
                hidden("hidden"),
                command("quit", a -> leave()));
    }

    private static Command command(String name, Command.Handler handler) {
        return new Command(name, Set.of(), conditions -> true, handler);
    }

    private static Command oob(String name, Command.Handler handler) {
        return new Command(name, Set.of(Command.Flag.ALLOW_OOB), conditions -> true, handler);
    }

    private static Command hidden(String name) {
        return new Command(name, Set.of(), c -> c.holds("NEVER"), a -> Encodable.EMPTY);
    }

    private static Encodable big(int size) {
        String text = "x".repeat(size);
        return out -> out.writeString(text);
    }

    private Encodable await() {
        waiting.incrementAndGet();
        released.acquireUninterruptibly();
        return Encodable.EMPTY;
    }

    /** Opens a file, which waits in the kernel if it is a pipe that nobody writes to. */
    private Encodable read(String file) {
        waiting.incrementAndGet();
        try {
            Files.newInputStream(Path.of(file)).close();
        } catch (IOException e) {
            throw QmpException.generic(e.toString());
        }
        return Encodable.EMPTY;
    }

    private Encodable release() {
        released.release();
        return Encodable.EMPTY;
    }

    private Encodable emit(JsonInput arguments) {
        JsonNode name = arguments.node().get("name");
        events.emit(new UnknownEvent(name.stringValue(), arguments.node().get("data")));
        return Encodable.EMPTY;
    }

    private static Encodable fail() {
        throw new QmpException(QmpErrorClass.DEVICE_NOT_FOUND, "There is no such thing");
    }

    private static Encodable boom() {
        throw new IllegalStateException("a mistake of ours");
    }

    private static Encodable half() {
        return out -> {
            out.writeStartObject();
            out.writeName("begun");
            throw new IllegalStateException("a mistake while writing");
        };
    }

    private Encodable leave() {
        quit.request();
        return Encodable.EMPTY;
    }
}
