package dev.quarry.block.qcow2;

import dev.quarry.block.qcow2.RecordingFile.Discard;
import dev.quarry.block.qcow2.RecordingFile.Event;
import dev.quarry.block.qcow2.RecordingFile.Flush;
import dev.quarry.block.qcow2.RecordingFile.GuestChange;
import dev.quarry.block.qcow2.RecordingFile.GuestFlush;
import dev.quarry.block.qcow2.RecordingFile.Write;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Plays a record and cuts the power: before every flush of the file, and at random moments. Each
 * sector of what was written since the last flush of the file is there or is not, at random. What
 * comes up must hold, sector by sector, what the guest had flushed or something it wrote later.
 */
final class PowerCuts {
    private static final int SECTOR = 512;

    private final Random random;
    private final MemoryFile durable;
    private final List<Event> pending = new ArrayList<>();
    private final byte[] flushed;
    private final Map<Integer, List<byte[]>> later = new HashMap<>();
    private final byte[] current;

    /** Gets every file that a cut leaves behind. */
    @FunctionalInterface
    interface Survivor {
        void after(MemoryFile file, PowerCuts cut);
    }

    PowerCuts(byte[] fileAtStart, byte[] guestAtStart, Random random) {
        this.random = random;
        this.durable = new MemoryFile(fileAtStart);
        this.flushed = guestAtStart.clone();
        this.current = guestAtStart.clone();
    }

    /** Plays the record; cuts before flushes, and elsewhere once in so many events. */
    int play(List<Event> events, int onceIn, Survivor survivor) {
        int cuts = 0;
        for (Event event : events) {
            for (int i = cutsBefore(event, onceIn); i > 0; i--) {
                survivor.after(cut(), this);
                cuts++;
            }
            happen(event);
        }
        survivor.after(cut(), this);
        return cuts + 1;
    }

    /** One before a flush, more when the header is at stake, else one now and then. */
    private int cutsBefore(Event event, int onceIn) {
        if (event instanceof Flush && !pending.isEmpty()) {
            return pending.stream().anyMatch(PowerCuts::isInHeader) ? 12 : 1;
        }
        return random.nextInt(onceIn) == 0 ? 1 : 0;
    }

    private static boolean isInHeader(Event event) {
        return event instanceof Write write && write.offset() < SECTOR;
    }

    private void happen(Event event) {
        switch (event) {
            case Write _, Discard _ -> pending.add(event);
            case Flush _ -> {
                pending.forEach(done -> apply(done, durable, false));
                pending.clear();
            }
            case GuestChange change -> change(change);
            case GuestFlush flush -> flush(flush);
        }
    }

    private void flush(GuestFlush flush) {
        for (int at = 0; at < current.length; at += SECTOR) {
            if (flush.covers(at)) {
                System.arraycopy(current, at, flushed, at, SECTOR);
                later.remove(at / SECTOR);
            }
        }
    }

    private void change(GuestChange change) {
        int length = change.data().capacity();
        change.data().get(0, current, change.offset(), length);
        for (int at = 0; at < length; at += SECTOR) {
            byte[] version = new byte[SECTOR];
            change.data().get(at, version);
            int sector = (change.offset() + at) / SECTOR;
            later.computeIfAbsent(sector, _ -> new ArrayList<>()).add(version);
        }
    }

    private MemoryFile cut() {
        MemoryFile file = new MemoryFile(durable.content());
        int mode = random.nextInt(4);
        for (Event event : pending) {
            boolean whole = mode == 0 || (mode == 1 && random.nextBoolean());
            if (whole) {
                apply(event, file, false);
            } else if (mode >= 2) {
                apply(event, file, true);
            }
        }
        return file;
    }

    private void apply(Event event, MemoryFile file, boolean torn) {
        switch (event) {
            case Write write -> applyWrite(write, file, torn);
            case Discard discard -> {
                if (!torn || random.nextBoolean()) {
                    file.discard(discard.offset(), discard.bytes());
                }
            }
            default -> throw new AssertionError(event);
        }
    }

    /** Sectors as the file counts them, whatever the write began with. */
    private void applyWrite(Write write, MemoryFile file, boolean torn) {
        int at = 0;
        while (at < write.bytes().capacity()) {
            int inSector = (int) ((write.offset() + at) % SECTOR);
            int length = Math.min(SECTOR - inSector, write.bytes().capacity() - at);
            if (!torn || random.nextInt(3) > 0) {
                file.write(write.offset() + at, write.bytes().slice(at, length));
            }
            at += length;
        }
    }

    /** Compares what a guest reads after the cut with what it may read. */
    void requireAllowed(byte[] actual) {
        for (int at = 0; at < actual.length; at += SECTOR) {
            byte[] sector = Arrays.copyOfRange(actual, at, at + SECTOR);
            if (!isAllowed(sector, at)) {
                throw new AssertionError("guest offset " + at + " holds what was never there");
            }
        }
    }

    private boolean isAllowed(byte[] sector, int at) {
        if (Arrays.equals(sector, 0, SECTOR, flushed, at, at + SECTOR)) {
            return true;
        }
        return later.getOrDefault(at / SECTOR, List.of()).stream()
                .anyMatch(version -> Arrays.equals(version, sector));
    }
}
