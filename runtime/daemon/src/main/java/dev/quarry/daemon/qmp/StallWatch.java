package dev.quarry.daemon.qmp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.vertx.core.Vertx;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * Notices a client that takes nothing of what waits for it. One that reads slowly is left alone,
 * for it is held back by its own pace. Used on the connection's event loop.
 */
final class StallWatch {
    private final Vertx vertx;
    private final Channel channel;
    private final Duration patience;
    private final Runnable whenStalled;
    private @Nullable Long timer;

    /**
     * Watches nothing yet.
     *
     * @param patience how long a client may take nothing; zero for ever
     */
    StallWatch(Vertx vertx, Channel channel, Duration patience, Runnable whenStalled) {
        this.vertx = vertx;
        this.channel = channel;
        this.patience = patience;
        this.whenStalled = whenStalled;
    }

    /** Something waits for the client to read. */
    void begin() {
        if (timer == null && patience.isPositive()) {
            look(Sent.by(channel));
        }
    }

    /** Nothing waits any more. */
    void end() {
        if (timer != null) {
            vertx.cancelTimer(timer);
            timer = null;
        }
    }

    private void look(Sent before) {
        timer = vertx.setTimer(patience.toMillis(), now -> lookAgain(before));
    }

    private void lookAgain(Sent before) {
        Sent now = Sent.by(channel);
        if (now.equals(before)) {
            timer = null;
            whenStalled.run();
        } else {
            look(now);
        }
    }

    /** How far a channel has come in sending: it differs once a byte has been taken. */
    private record Sent(long pending, long ofFirst) {
        static Sent by(Channel channel) {
            ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
            return buffer == null
                    ? new Sent(0, 0)
                    : new Sent(buffer.totalPendingWriteBytes(), buffer.currentProgress());
        }
    }
}
