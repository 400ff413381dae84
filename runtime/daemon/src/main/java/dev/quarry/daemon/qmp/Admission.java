package dev.quarry.daemon.qmp;

import dev.quarry.qmp.codec.QmpErrorClass;

import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.net.NetSocketInternal;

import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;

import org.jspecify.annotations.Nullable;

import java.lang.System.Logger.Level;
import java.nio.file.attribute.UserPrincipal;

/**
 * Decides whether a connection becomes a client, and tells the others why not. On a unix socket the
 * kernel knows the user at the other end. Event loops.
 */
final class Admission {
    private static final System.Logger LOG = System.getLogger(Admission.class.getName());
    private static final ChannelOption<UnixDomainPrincipal> PEER =
            NioChannelOption.of(ExtendedSocketOptions.SO_PEERCRED);

    private final SessionOptions options;
    private final Clients clients;

    Admission(SessionOptions options, Clients clients) {
        this.options = options;
        this.clients = clients;
    }

    /**
     * Whether the connection may become a client; else it has been told so and ends.
     *
     * @param peer names the connection in the log
     */
    boolean admits(NetSocketInternal socket, String peer) {
        UserPrincipal user = socket.remoteAddress().isDomainSocket() ? user(socket) : null;
        String obstacle = obstacle(user);
        if (obstacle == null) {
            boolean special = options.users().areLimited() || options.role() != Role.FULL;
            LOG.log(special ? Level.INFO : Level.DEBUG, "{0} is user {1}", peer, user);
            return true;
        }
        LOG.log(Level.WARNING, "{0} is refused: {1}", peer, obstacle);
        byte[] reply =
                Replies.layout(options.pretty())
                        .failure(QmpErrorClass.GENERIC_ERROR, obstacle, null);
        socket.write(Buffer.buffer(reply)).onComplete(sent -> socket.close());
        return false;
    }

    private @Nullable String obstacle(@Nullable UserPrincipal user) {
        if (!options.users().contains(user)) {
            return "This monitor is not for user '" + (user == null ? "?" : user.getName()) + "'";
        }
        return clients.count() < QmpServer.MAX_CLIENTS
                ? null
                : "This monitor has "
                        + QmpServer.MAX_CLIENTS
                        + " clients already; try again when one has left";
    }

    private static @Nullable UserPrincipal user(NetSocketInternal socket) {
        UnixDomainPrincipal peer =
                socket.channelHandlerContext().channel().config().getOption(PEER);
        return peer == null ? null : peer.user();
    }
}
