package dev.quarry.qmp.client;

/**
 * Hears of a connection that is lost and comes back; see {@link QmpClientBuilder#reconnect}. Called
 * on the client's own thread, which reads nothing meanwhile.
 */
public interface ConnectionListener {
    /** Hears nothing. */
    ConnectionListener NONE = new ConnectionListener() {};

    /** The connection is gone; attempts to come back follow, if there are to be any. */
    default void lost(QmpClientException why) {}

    /**
     * The connection is back and negotiated. Events of the meantime are lost, so this is the place
     * to query what they would have told.
     */
    default void restored(QmpClient client) {}
}
