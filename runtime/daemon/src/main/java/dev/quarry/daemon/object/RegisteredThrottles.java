package dev.quarry.daemon.object;

import dev.quarry.block.ThrottleSource;

import java.util.concurrent.atomic.AtomicBoolean;

/** The throttle groups among the objects. */
public final class RegisteredThrottles implements ThrottleSource {
    private final ObjectRegistry objects;

    /** Those of that registry. */
    public RegisteredThrottles(ObjectRegistry objects) {
        this.objects = objects;
    }

    @Override
    public Use use(String name, String user) {
        ThrottleGroup object = objects.use(name, ThrottleGroup.class, user);
        return new Use() {
            private final AtomicBoolean closed = new AtomicBoolean();

            @Override
            public dev.quarry.block.throttle.ThrottleGroup group() {
                return object.group();
            }

            @Override
            public void close() {
                if (closed.compareAndSet(false, true)) {
                    objects.release(name, user);
                }
            }
        };
    }
}
