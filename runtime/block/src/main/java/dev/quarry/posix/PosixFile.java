package dev.quarry.posix;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Set;

/**
 * An open file: a descriptor that keeps its number for as long as this object lives, also when
 * {@link #replaceBy} puts another open file behind it.
 *
 * <p>Any thread, several at once; the user sees to it that nobody uses it after {@link #close}.
 * Offsets and lengths are bytes. Every failure is a {@link PosixException}.
 */
public final class PosixFile implements AutoCloseable {
    private static final int KEEP_SIZE = 1;
    private static final int PUNCH_HOLE = 2;
    private static final int ZERO_RANGE = 16;
    private static final int SEEK_END = 2;
    private static final int SEEK_DATA = 3;
    private static final int SEEK_HOLE = 4;
    private static final int CLOSE_ON_EXEC = 0x80000;
    private static final int MODE_0644 = 0x1a4;

    /** From {@code linux/fs.h}; the same on every machine whose "no direction" is 0. */
    private static final long BLOCK_SIZE = 0x1268;

    private static final long DISCARD = 0x1277;

    private final int fd;

    private PosixFile(int fd) {
        this.fd = fd;
    }

    /** Opens a path. */
    public static PosixFile open(String path, Set<OpenFlag> flags) {
        int bits = OpenFlag.bits(flags);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path);
            long fd =
                    CLibrary.call(
                            "open", s -> (int) CLibrary.OPEN.invokeExact(s, name, bits, MODE_0644));
            return new PosixFile((int) fd);
        }
    }

    /**
     * Opens the same file once more, whatever happened to its name since. Needs {@code /proc};
     * locks do not come along.
     */
    public PosixFile reopen(Set<OpenFlag> flags) {
        return open("/proc/self/fd/" + fd, flags);
    }

    /**
     * Fills a direct buffer as far as the file reaches; the position moves.
     *
     * @return bytes read, less than what remained only at the end of the file
     */
    public int read(long offset, ByteBuffer into) {
        int start = into.position();
        while (into.hasRemaining()) {
            int done = readSome(offset + into.position() - start, into);
            if (done == 0) {
                break;
            }
            into.position(into.position() + done);
        }
        return into.position() - start;
    }

    /** One {@code pread}; the position stays. */
    int readSome(long offset, ByteBuffer into) {
        MemorySegment memory = direct(into);
        long size = memory.byteSize();
        return (int)
                CLibrary.call(
                        "pread",
                        s -> (long) CLibrary.PREAD.invokeExact(s, fd, memory, size, offset));
    }

    /** Whether one direct read of so many bytes at offset 0 is accepted. The position stays. */
    public boolean canRead(ByteBuffer into) {
        MemorySegment memory = direct(into);
        long size = memory.byteSize();
        return CLibrary.attempt(
                        "pread", s -> (long) CLibrary.PREAD.invokeExact(s, fd, memory, size, 0L))
                >= 0;
    }

    /** Writes what remains in a direct buffer; the position moves. */
    public void write(long offset, ByteBuffer from) {
        int start = from.position();
        while (from.hasRemaining()) {
            int done = writeSome(offset + from.position() - start, from);
            from.position(from.position() + done);
        }
    }

    private int writeSome(long offset, ByteBuffer from) {
        MemorySegment memory = direct(from);
        long size = memory.byteSize();
        long done =
                CLibrary.call(
                        "pwrite",
                        s -> (long) CLibrary.PWRITE.invokeExact(s, fd, memory, size, offset));
        if (done == 0) {
            throw new PosixException(Errno.EINVAL.value(), "pwrite wrote nothing");
        }
        return (int) done;
    }

    /** Makes a range zero and keeps its space; grows the file if it reaches past the end. */
    public void zeroRange(long offset, long bytes) {
        fallocate(ZERO_RANGE, offset, bytes);
    }

    /** Makes a range a hole; the size stays. */
    public void punchHole(long offset, long bytes) {
        fallocate(PUNCH_HOLE | KEEP_SIZE, offset, bytes);
    }

    /** Gives space to a range without changing what is there; grows the file. */
    public void allocate(long offset, long bytes) {
        fallocate(0, offset, bytes);
    }

    private void fallocate(int mode, long offset, long bytes) {
        CLibrary.call(
                "fallocate", s -> (int) CLibrary.FALLOCATE.invokeExact(s, fd, mode, offset, bytes));
    }

    /** Offset of the first data at or after, or -1 if only a hole follows. */
    public long seekData(long offset) {
        return seek(offset, SEEK_DATA);
    }

    /** Offset of the first hole at or after (the end counts), or -1 past the end. */
    public long seekHole(long offset) {
        return seek(offset, SEEK_HOLE);
    }

    private long seek(long offset, int whence) {
        long found =
                CLibrary.attempt(
                        "lseek", s -> (long) CLibrary.LSEEK.invokeExact(s, fd, offset, whence));
        if (found == -Errno.ENXIO.value()) {
            return -1;
        }
        if (found < 0) {
            throw new PosixException((int) -found, "lseek");
        }
        return found;
    }

    /** Offset of the end: the size, of devices too. */
    public long seekEnd() {
        return seek(0, SEEK_END);
    }

    /**
     * Bytes in a logical block of a block device, a power of two; 0 if this is none ({@code
     * BLKSSZGET}).
     */
    public int deviceBlockSize() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(JAVA_INT);
            long result = CLibrary.attempt("ioctl", s -> ioctl(s, BLOCK_SIZE, size));
            return result < 0 ? 0 : size.get(JAVA_INT, 0);
        }
    }

    /** Tells a block device that nobody needs a range of whole blocks ({@code BLKDISCARD}). */
    public void discardBlocks(long offset, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment range = arena.allocateFrom(JAVA_LONG, offset, bytes);
            CLibrary.call("ioctl", s -> ioctl(s, DISCARD, range));
        }
    }

    private long ioctl(MemorySegment state, long request, MemorySegment argument) throws Throwable {
        return (int) CLibrary.IOCTL.invokeExact(state, fd, request, argument);
    }

    /** Sets the size. */
    public void truncate(long size) {
        CLibrary.call("ftruncate", s -> (int) CLibrary.FTRUNCATE.invokeExact(s, fd, size));
    }

    /** {@code fdatasync}: what was written is on stable storage. */
    public void sync() {
        CLibrary.call("fdatasync", s -> (int) CLibrary.FDATASYNC.invokeExact(s, fd));
    }

    /** Kind, size and space. */
    public FileStatus status() {
        return StatxCall.of(fd);
    }

    /** Takes a shared lock on one byte; it belongs to this open file, not to the process. */
    public void lockShared(long offset) {
        LockCall.set(fd, LockCall.READ, offset);
    }

    /** Gives up the lock on one byte; fine if there is none. */
    public void unlock(long offset) {
        LockCall.set(fd, LockCall.NONE, offset);
    }

    /** Whether another open file holds any lock on the byte. */
    public boolean isLockedByOther(long offset) {
        return LockCall.isTaken(fd, offset);
    }

    /**
     * Puts the other's open file behind this descriptor, at once for all threads; calls under way
     * end on the old one, whose locks go. The other object is used up.
     */
    public void replaceBy(PosixFile other) {
        try {
            CLibrary.call(
                    "dup3", s -> (int) CLibrary.DUP3.invokeExact(s, other.fd, fd, CLOSE_ON_EXEC));
        } finally {
            other.close();
        }
    }

    /**
     * Closes the descriptor. Linux frees the number whatever the result, so it is not looked at.
     */
    @Override
    public void close() {
        CLibrary.attempt("close", s -> closeOnce(s, fd));
    }

    /** The kernel frees the number even when it says {@code EINTR}: never close twice. */
    private static long closeOnce(MemorySegment state, int fd) throws Throwable {
        int result = (int) CLibrary.CLOSE.invokeExact(state, fd);
        return Math.max(result, 0);
    }

    private static MemorySegment direct(ByteBuffer buffer) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException("the kernel needs a direct buffer");
        }
        return MemorySegment.ofBuffer(buffer);
    }
}
