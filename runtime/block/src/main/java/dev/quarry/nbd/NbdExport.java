package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.ExportFlag;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A disk under a name, and the connections that use it. Any thread may call.
 *
 * <p>An export is removed by {@link #close}: from then on nobody can attach, connections are shut,
 * and when it returns no request of theirs is running any more.
 */
public final class NbdExport {
    private final String name;
    private final @Nullable String description;
    private final NbdDisk disk;
    private final boolean writable;
    private final boolean offersDepth;
    private final Set<NbdConnection> users = new HashSet<>();
    private boolean closing;

    /**
     * @param name at most 4096 bytes; the empty name is the default export
     * @param description for people, or null; at most 4096 bytes
     * @param offersDepth whether clients may ask for qemu:allocation-depth
     */
    public NbdExport(
            String name,
            @Nullable String description,
            NbdDisk disk,
            boolean writable,
            boolean offersDepth) {
        this.name = name;
        this.description = description;
        this.disk = disk;
        this.writable = writable;
        this.offersDepth = offersDepth;
    }

    /** The name clients ask for. */
    public String name() {
        return name;
    }

    @Nullable String description() {
        return description;
    }

    NbdDisk disk() {
        return disk;
    }

    boolean isWritable() {
        return writable;
    }

    boolean offersDepth() {
        return offersDepth;
    }

    /** Whether a client has chosen this export and is still there. */
    public synchronized boolean isInUse() {
        return !users.isEmpty();
    }

    /**
     * Waits until no client uses it, so that one that has just hung up is not taken for one that
     * stays.
     *
     * @param limit the longest wait
     */
    public synchronized void awaitUnused(Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        long left = limit.toNanos();
        while (!users.isEmpty() && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = end - System.nanoTime();
        }
    }

    /**
     * Refuses further clients unless there are some.
     *
     * @return false when a client uses the export, which then stays as it is
     */
    public synchronized boolean closeIfUnused() {
        if (!users.isEmpty()) {
            return false;
        }
        closing = true;
        return true;
    }

    /**
     * Refuses further clients, shuts the present ones and waits until their requests have ended.
     */
    public void close() {
        List<NbdConnection> present = refuseFurther();
        present.forEach(NbdConnection::shut);
        present.forEach(NbdConnection::awaitEnd);
    }

    private synchronized List<NbdConnection> refuseFurther() {
        closing = true;
        return new ArrayList<>(users);
    }

    /** Makes the connection a user; false when the export is being removed. */
    synchronized boolean attach(NbdConnection connection) {
        return !closing && users.add(connection);
    }

    synchronized void detach(NbdConnection connection) {
        users.remove(connection);
        notifyAll();
    }

    /** The transmission flags for a client. */
    int flags(boolean structured, boolean multiConn) {
        int flags = ExportFlag.HAS_FLAGS | ExportFlag.SEND_FLUSH | ExportFlag.SEND_FUA;
        flags |= ExportFlag.SEND_CACHE;
        flags |= writable ? WRITABLE : ExportFlag.READ_ONLY;
        flags |= structured ? ExportFlag.SEND_DF : 0;
        return flags | (multiConn ? ExportFlag.CAN_MULTI_CONN : 0);
    }

    private static final int WRITABLE =
            ExportFlag.SEND_TRIM | ExportFlag.SEND_WRITE_ZEROES | ExportFlag.SEND_FAST_ZERO;
}
