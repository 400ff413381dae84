package dev.quarry.daemon;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;

/** How Vert.x is set up: for a handful of monitors, without files of its own. */
final class VertxSettings {
    private static final int EVENT_LOOPS = 2;
    private static final int WORKERS = 2;

    private VertxSettings() {}

    static Vertx create() {
        return Vertx.vertx(
                new VertxOptions()
                        .setEventLoopPoolSize(EVENT_LOOPS)
                        .setWorkerPoolSize(WORKERS)
                        .setInternalBlockingPoolSize(WORKERS)
                        .setFileSystemOptions(
                                new FileSystemOptions()
                                        .setFileCachingEnabled(false)
                                        .setClassPathResolvingEnabled(false)));
    }
}
