package dev.quarry.daemon.qmp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;

/**
 * Lets a client shut down its sending side and still hear its replies.
 *
 * <p>Netty closes a channel at the end of its input unless half-closure is allowed, which NIO's
 * unix socket channel does not know. This allocator sees the result of every read before the
 * channel does: it hides the end, stops reading, and tells the session, which closes the connection
 * when everything is answered.
 */
final class EndOfInput implements RecvByteBufAllocator {
    private final RecvByteBufAllocator allocator;
    private final ChannelConfig config;
    private final Runnable atEnd;

    private EndOfInput(ChannelConfig config, Runnable atEnd) {
        this.allocator = config.getRecvByteBufAllocator();
        this.config = config;
        this.atEnd = atEnd;
    }

    /**
     * Watches a channel. To be called on its event loop, before its first read.
     *
     * @param atEnd called once on the event loop, after all input has been delivered
     */
    static void watch(Channel channel, Runnable atEnd) {
        ChannelConfig config = channel.config();
        config.setRecvByteBufAllocator(new EndOfInput(config, atEnd));
    }

    @Override
    @SuppressWarnings("deprecation") // a plain handle is all that NIO channels ask for
    public Handle newHandle() {
        return new DelegatingHandle(allocator.newHandle()) {
            @Override
            public void lastBytesRead(int bytes) {
                if (bytes < 0) {
                    config.setAutoRead(false);
                    atEnd.run();
                }
                super.lastBytesRead(Math.max(bytes, 0));
            }
        };
    }
}
