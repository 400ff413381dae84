package dev.quarry.posix;

import java.util.Set;

/** How {@link PosixFile#open} opens; reading is always possible. */
public enum OpenFlag {
    /** Writing too. */
    WRITE(2),
    /** Make the file if there is none, mode 0644 less the umask. */
    CREATE(0x40),
    /** With {@link #CREATE}: fail if there is one. */
    EXCLUSIVE(0x80),
    /** Cut it to nothing. */
    TRUNCATE(0x200),
    /** Past the page cache: offsets, lengths and memory must be aligned. */
    DIRECT(directBit());

    private static final int CLOSE_ON_EXEC = 0x80000;

    /** Says nothing to a regular file; opening a pipe must not wait for who writes to it. */
    private static final int NON_BLOCKING = 0x800;

    private final int bits;

    OpenFlag(int bits) {
        this.bits = bits;
    }

    static int bits(Set<OpenFlag> flags) {
        int sum = CLOSE_ON_EXEC | NON_BLOCKING;
        for (OpenFlag flag : flags) {
            sum |= flag.bits;
        }
        return sum;
    }

    /** The one flag here whose bit differs between the machines Linux runs on. */
    private static int directBit() {
        return System.getProperty("os.arch", "").equals("aarch64") ? 0x10000 : 0x4000;
    }
}
