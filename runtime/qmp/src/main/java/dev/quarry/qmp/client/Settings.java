package dev.quarry.qmp.client;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** What a {@link QmpClientBuilder} has been told. */
record Settings(
        Duration timeout,
        Duration connectTimeout,
        boolean outOfBand,
        Reconnect reconnect,
        ConnectionListener connection,
        TrafficListener traffic,
        int eventBuffer,
        List<Consumer<? super QmpEvent>> listeners) {}
