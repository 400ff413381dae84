package dev.quarry.posix;

/**
 * What {@code statx} tells of an open file.
 *
 * @param type what kind of thing it is
 * @param size bytes
 * @param allocatedBytes bytes the file system has given to it
 * @param directMemoryAlignment what direct I/O asks of memory, 0 if not told
 * @param directOffsetAlignment what direct I/O asks of offsets and lengths, 0 if not told
 */
public record FileStatus(
        Type type,
        long size,
        long allocatedBytes,
        int directMemoryAlignment,
        int directOffsetAlignment) {

    /** Kinds of files. */
    public enum Type {
        /** A plain file. */
        REGULAR("a regular file"),
        /** A disk. */
        BLOCK_DEVICE("a block device"),
        /** A terminal and the like. */
        CHARACTER_DEVICE("a character device"),
        /** A folder. */
        FOLDER("a folder"),
        /** A pipe, a socket. */
        OTHER("not a file");

        private final String words;

        Type(String words) {
            this.words = words;
        }

        /** With article: {@code "a regular file"}. */
        public String words() {
            return words;
        }

        static Type ofMode(int mode) {
            return switch (mode & 0xf000) {
                case 0x8000 -> REGULAR;
                case 0x6000 -> BLOCK_DEVICE;
                case 0x2000 -> CHARACTER_DEVICE;
                case 0x4000 -> FOLDER;
                default -> OTHER;
            };
        }
    }
}
