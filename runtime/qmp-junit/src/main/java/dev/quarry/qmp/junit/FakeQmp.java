package dev.quarry.qmp.junit;

import dev.quarry.qmp.QmpVersion;
import dev.quarry.qmp.Request;
import dev.quarry.qmp.codec.QapiEvent;
import dev.quarry.qmp.codec.UnknownEvent;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.nio.file.Path;
import java.util.List;

/**
 * A QMP server in the test's own process, as an extension of JUnit: it answers what the test has
 * scripted, and fails the test if something expected has not come, or something came that was not
 * expected.
 *
 * <pre>{@code
 * @RegisterExtension final FakeQmp qemu = FakeQmp.create();
 *
 * @Test
 * void pausesTheGuest() {
 *     qemu.on("query-status").reply("{'running': true, 'status': 'running'}");
 *     qemu.on("stop").emit("STOP", "{}").reply("{}");
 *     new Guest(qemu.socket()).pause();
 * }
 * }</pre>
 *
 * <p>In a static field one server serves all tests of the class: what is expected and what has come
 * is forgotten after each, connections stay. As a parameter of a test, see {@link
 * FakeQmpExtension}. Without JUnit, {@link #verify} and {@link #close} do what the extension does.
 *
 * <p>Any thread may call.
 */
public final class FakeQmp
        implements AutoCloseable, BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    private static final long PATIENCE_SECONDS = 10;

    private final QmpVersion version;
    private final List<String> offered;
    private final Script script;
    private @Nullable FakeServer server;
    private boolean shared;

    FakeQmp(QmpVersion version, List<String> offered, Script script) {
        this.version = version;
        this.offered = offered;
        this.script = script;
    }

    /** A server with all defaults, whose every answer is scripted. */
    public static FakeQmp create() {
        return builder().build();
    }

    /** Settings for a server. */
    public static FakeQmpBuilder builder() {
        return new FakeQmpBuilder();
    }

    /** The unix socket it listens on. */
    public Path socket() {
        return server().socket();
    }

    /** The TCP port it listens on as well, on the loopback interface. */
    public int port() {
        return server().port();
    }

    /**
     * Expects a command. Of several expectations that fit, the first that is not used up counts;
     * commands without one go to the handlers, if there are any.
     */
    public Expectation on(String command) {
        return script.expect(command);
    }

    /** Sends an event to every client that has negotiated. */
    public void emit(QapiEvent event) {
        server().emit(event);
    }

    /**
     * The same for an event without generated type.
     *
     * @param data an object as JSON text; single quotes will do
     */
    public void emit(String event, String data) {
        emit(new UnknownEvent(event, JsonText.parse(data)));
    }

    /** The commands that have come since the test began, the negotiation aside. */
    public List<Request> received() {
        return script.received();
    }

    /** Those of one name. */
    public List<Request> received(String command) {
        return received().stream().filter(request -> request.command().equals(command)).toList();
    }

    /**
     * Waits for a client to connect and negotiate; each counts once.
     *
     * @throws AssertionError if none has come in ten seconds
     */
    public void awaitClient() throws InterruptedException {
        if (!server().awaitClient(PATIENCE_SECONDS)) {
            throw new AssertionError("no client has come in " + PATIENCE_SECONDS + " s");
        }
    }

    /** Ends all connections, as if QEMU had crashed and come back. */
    public void hangUp() {
        server().hangUp();
    }

    /**
     * Checks that all that was expected has come, and unless {@link FakeQmpBuilder#lenient} nothing
     * else.
     *
     * @throws AssertionError with one line for each that is wrong, and all that has come
     */
    public void verify() {
        String complaints = script.complaints();
        if (!complaints.isEmpty()) {
            throw new AssertionError("The fake QEMU was not asked as it should be:" + complaints);
        }
    }

    /** Ends the server. Repeatable. */
    @Override
    public synchronized void close() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        shared = true;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        try {
            if (context.getExecutionException().isEmpty()) {
                verify();
            }
        } finally {
            script.forget();
            if (!shared) {
                close();
            }
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close();
    }

    private synchronized FakeServer server() {
        if (server == null) {
            server = FakeServer.start(version, offered, script);
        }
        return server;
    }
}
