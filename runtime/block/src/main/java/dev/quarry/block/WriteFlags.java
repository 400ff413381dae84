package dev.quarry.block;

/**
 * What a write may or must do beside writing: four bits, immutable, one object a combination, so
 * that comparing is {@code ==} and no request allocates one.
 */
public final class WriteFlags {
    private static final WriteFlags[] ALL = new WriteFlags[16];

    static {
        for (int bits = 0; bits < ALL.length; bits++) {
            ALL[bits] = new WriteFlags(bits);
        }
    }

    /** A plain write. */
    public static final WriteFlags NONE = ALL[0];

    /** Force unit access: the data is on stable storage when the write returns. */
    public static final WriteFlags FUA = ALL[1];

    /** A zero write may release the blocks it covers. */
    public static final WriteFlags MAY_UNMAP = ALL[2];

    /** A zero write that cannot be fast fails with {@code ENOTSUP} instead of writing data. */
    public static final WriteFlags NO_FALLBACK = ALL[4];

    /**
     * A data write is stored compressed, as far as it shrinks; {@code ENOTSUP} from a driver that
     * cannot, {@code EINVAL} if it is not whole clusters.
     */
    public static final WriteFlags COMPRESSED = ALL[8];

    private final int bits;

    private WriteFlags(int bits) {
        this.bits = bits;
    }

    /** Whether every flag of the other is set here. */
    public boolean has(WriteFlags other) {
        return (bits & other.bits) == other.bits;
    }

    /** Union. */
    public WriteFlags with(WriteFlags other) {
        return ALL[bits | other.bits];
    }

    /** Difference. */
    public WriteFlags without(WriteFlags other) {
        return ALL[bits & ~other.bits];
    }

    /** Intersection. */
    public WriteFlags and(WriteFlags other) {
        return ALL[bits & other.bits];
    }

    @Override
    public String toString() {
        if (this == NONE) {
            return "none";
        }
        StringBuilder text = new StringBuilder();
        append(text, FUA, "fua");
        append(text, MAY_UNMAP, "may-unmap");
        append(text, NO_FALLBACK, "no-fallback");
        append(text, COMPRESSED, "compressed");
        return text.toString();
    }

    private void append(StringBuilder text, WriteFlags flag, String name) {
        if (has(flag)) {
            text.append(text.isEmpty() ? "" : "+").append(name);
        }
    }
}
