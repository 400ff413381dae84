package dev.quarry.qmp.junit;

import dev.quarry.qmp.JsonFramer;
import dev.quarry.qmp.JsonFramer.Frame;
import dev.quarry.qmp.JsonFramer.Malformed;
import dev.quarry.qmp.JsonFramer.Value;
import dev.quarry.qmp.QmpJson;
import dev.quarry.qmp.QmpMessages;
import dev.quarry.qmp.Request;
import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.QapiEvent;
import dev.quarry.qmp.codec.QmpException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One client's connection to the fake server. Its own thread reads and answers what is out of band;
 * in-band commands run on another, in order.
 */
final class FakeClient {
    private static final System.Logger LOG = System.getLogger(FakeClient.class.getName());
    private static final int CHUNK = 64 << 10;

    private final SocketChannel socket;
    private final Conversation conversation;
    private final ExecutorService inBand =
            Executors.newSingleThreadExecutor(work -> daemon("fake-qmp-commands", work));
    private final ReentrantLock sending = new ReentrantLock();

    FakeClient(SocketChannel socket, Script script, FakeServer server) {
        this.socket = socket;
        this.conversation = new Conversation(script, server, this);
    }

    static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Talks until the client has gone. */
    void serve(Encodable greeting) {
        try {
            send(greeting, () -> {});
            JsonFramer framer = new JsonFramer();
            ByteBuffer bytes = ByteBuffer.allocate(CHUNK);
            while (socket.read(bytes) >= 0) {
                bytes.flip();
                for (Frame frame = framer.next(bytes); frame != null; frame = framer.next(bytes)) {
                    accept(frame);
                }
                bytes.clear();
            }
        } catch (IOException | UncheckedIOException gone) {
            LOG.log(System.Logger.Level.DEBUG, "A client of the fake server has gone", gone);
        } finally {
            inBand.shutdown();
        }
    }

    /** Sends an event if the client has negotiated. */
    void event(QapiEvent event) {
        sending.lock();
        try {
            if (conversation.isNegotiated()) {
                send(QmpMessages.event(event, Instant.now()), () -> {});
            }
        } catch (UncheckedIOException gone) {
            LOG.log(System.Logger.Level.DEBUG, "An event finds its client gone", gone);
        } finally {
            sending.unlock();
        }
    }

    /**
     * Sends a message.
     *
     * @param then run before anything else can be sent
     */
    void send(Encodable message, Runnable then) {
        ByteBuffer bytes = ByteBuffer.wrap(QmpJson.message(false, message));
        sending.lock();
        try {
            while (bytes.hasRemaining()) {
                socket.write(bytes);
            }
            then.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            sending.unlock();
        }
    }

    void hangUp() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(Frame frame) {
        if (frame instanceof Value message && conversation.overtakes(message.value())) {
            answer(message.value());
        } else {
            inBand.execute(() -> answerInBand(frame));
        }
    }

    private void answerInBand(Frame frame) {
        if (frame instanceof Malformed bad) {
            refuse(QmpException.generic(bad.description()), null);
        } else if (frame instanceof Value message) {
            answer(message.value());
        }
    }

    private void answer(JsonNode message) {
        JsonNode id = Request.id(message);
        try {
            conversation.carryOut(message, id);
        } catch (QmpException e) {
            refuse(e, id);
        } catch (UncheckedIOException gone) {
            LOG.log(System.Logger.Level.DEBUG, "A reply finds its client gone", gone);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "A handler of the fake server has failed", e);
            refuse(QmpException.generic("The test's handler has failed: " + e), id);
        }
    }

    private void refuse(QmpException why, @Nullable JsonNode id) {
        send(QmpMessages.failure(why.errorClass(), why.description(), id), () -> {});
    }
}
