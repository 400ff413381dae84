package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A file in memory that remembers everything done to it, in order. Any thread. */
final class RecordingFile extends MemoryFile implements ImageModel.Journal {
    private final List<Event> events = new ArrayList<>();

    /** One thing that happened, to the file or to the guest. */
    sealed interface Event {}

    /** Bytes were written to the file. */
    record Write(long offset, ByteBuffer bytes) implements Event {}

    /** The file was told to forget a range. */
    record Discard(long offset, long bytes) implements Event {}

    /** Everything written to the file before is durable. */
    record Flush() implements Event {}

    /** The guest asked for a change. */
    record GuestChange(int offset, ByteBuffer data) implements Event {}

    /**
     * A guest's flush returned.
     *
     * @param owner which guest: it owns every chunk whose number leaves this over
     * @param owners how many guests share the disk in chunks of {@link #CHUNK}
     */
    record GuestFlush(int owner, int owners) implements Event {
        boolean covers(int offset) {
            return offset / CHUNK % owners == owner;
        }
    }

    /** Bytes of the disk that belong to one guest. */
    static final int CHUNK = 8192;

    RecordingFile(byte[] content) {
        super(content);
    }

    List<Event> events() {
        return events;
    }

    @Override
    public synchronized void write(long offset, ByteBuffer from) {
        byte[] bytes = new byte[from.remaining()];
        from.get(from.position(), bytes);
        events.add(new Write(offset, ByteBuffer.wrap(bytes)));
        super.write(offset, from);
    }

    @Override
    public synchronized void discard(long offset, long length) {
        events.add(new Discard(offset, length));
        super.discard(offset, length);
    }

    @Override
    public synchronized void flush() {
        events.add(new Flush());
        super.flush();
    }

    @Override
    public synchronized void truncate(long length) {
        throw new AssertionError("the driver does not truncate");
    }

    @Override
    public synchronized void changing(int offset, byte[] data) {
        events.add(new GuestChange(offset, ByteBuffer.wrap(data.clone())));
    }

    @Override
    public void flushed() {
        flushed(0, 1);
    }

    synchronized void flushed(int owner, int owners) {
        events.add(new GuestFlush(owner, owners));
    }
}
