package dev.quarry.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** {@code statx} on a descriptor: its struct is the same on every machine. */
final class StatxCall {
    private static final int STRUCT_BYTES = 256;
    private static final int EMPTY_PATH = 0x1000;
    private static final int BASIC_AND_DIRECT_ALIGNMENT = 0x7ff | 0x2000;
    private static final long MODE_AT = 28;
    private static final long SIZE_AT = 40;
    private static final long SECTORS_AT = 48;
    private static final long MEMORY_ALIGNMENT_AT = 152;
    private static final long OFFSET_ALIGNMENT_AT = 156;
    private static final int SECTOR = 512;

    private StatxCall() {}

    static FileStatus of(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment struct = arena.allocate(STRUCT_BYTES, Long.BYTES);
            MemorySegment path = arena.allocateFrom("");
            CLibrary.call(
                    "statx",
                    s ->
                            (int)
                                    CLibrary.STATX.invokeExact(
                                            s,
                                            fd,
                                            path,
                                            EMPTY_PATH,
                                            BASIC_AND_DIRECT_ALIGNMENT,
                                            struct));
            return read(struct);
        }
    }

    private static FileStatus read(MemorySegment struct) {
        return new FileStatus(
                FileStatus.Type.ofMode(struct.get(ValueLayout.JAVA_SHORT, MODE_AT)),
                struct.get(ValueLayout.JAVA_LONG, SIZE_AT),
                struct.get(ValueLayout.JAVA_LONG, SECTORS_AT) * SECTOR,
                struct.get(ValueLayout.JAVA_INT, MEMORY_ALIGNMENT_AT),
                struct.get(ValueLayout.JAVA_INT, OFFSET_ALIGNMENT_AT));
    }
}
