package dev.quarry.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Locks of open file descriptions on single bytes. They conflict between two open files of one
 * process as between two processes, and closing another descriptor of the file does not drop them.
 */
final class LockCall {
    static final short READ = 0;
    static final short NONE = 2;
    private static final short WRITE = 1;

    private static final int GET = 36;
    private static final int SET = 37;

    // struct flock with 64-bit offsets: short type, short whence, long start, long length, int pid
    private static final int STRUCT_BYTES = 32;
    private static final long START_AT = 8;
    private static final long LENGTH_AT = 16;

    private LockCall() {}

    static void set(int fd, short type, long offset) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment lock = oneByte(arena, type, offset);
            CLibrary.call("lock", s -> (int) CLibrary.FCNTL.invokeExact(s, fd, SET, lock));
        }
    }

    static boolean isTaken(int fd, long offset) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment lock = oneByte(arena, WRITE, offset);
            CLibrary.call("lock test", s -> (int) CLibrary.FCNTL.invokeExact(s, fd, GET, lock));
            return lock.get(ValueLayout.JAVA_SHORT, 0) != NONE;
        }
    }

    private static MemorySegment oneByte(Arena arena, short type, long offset) {
        MemorySegment lock = arena.allocate(STRUCT_BYTES, Long.BYTES);
        lock.set(ValueLayout.JAVA_SHORT, 0, type);
        lock.set(ValueLayout.JAVA_LONG, START_AT, offset);
        lock.set(ValueLayout.JAVA_LONG, LENGTH_AT, 1);
        return lock;
    }
}
