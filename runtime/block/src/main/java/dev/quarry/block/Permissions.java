package dev.quarry.block;

import java.util.ArrayList;
import java.util.List;

/**
 * What a user of a node may do with it, or lets others do: a set of four bits, immutable, one
 * object a set.
 */
public final class Permissions {
    private static final String[] NAMES = {"consistent read", "write", "write unchanged", "resize"};
    private static final Permissions[] SETS = new Permissions[16];

    static {
        for (int bits = 0; bits < SETS.length; bits++) {
            SETS[bits] = new Permissions(bits);
        }
    }

    /** Nothing. */
    public static final Permissions NONE = SETS[0];

    /** Reading data that is meant to be read. */
    public static final Permissions CONSISTENT_READ = SETS[1];

    /** Changing the visible data. */
    public static final Permissions WRITE = SETS[2];

    /** Writing what is visible there already. */
    public static final Permissions WRITE_UNCHANGED = SETS[4];

    /** Changing the size. */
    public static final Permissions RESIZE = SETS[8];

    /** Everything. */
    public static final Permissions ALL = SETS[15];

    private final int bits;

    private Permissions(int bits) {
        this.bits = bits;
    }

    /** Whether all of the other's are here. */
    public boolean has(Permissions other) {
        return (bits & other.bits) == other.bits;
    }

    /** Whether any of the other's is here. */
    public boolean hasAny(Permissions other) {
        return (bits & other.bits) != 0;
    }

    /** Union. */
    public Permissions with(Permissions other) {
        return SETS[bits | other.bits];
    }

    /** Difference. */
    public Permissions without(Permissions other) {
        return SETS[bits & ~other.bits];
    }

    /** Intersection. */
    public Permissions and(Permissions other) {
        return SETS[bits & other.bits];
    }

    /** The complement. */
    public Permissions inverse() {
        return SETS[~bits & 15];
    }

    /** Bit {@code i} is: 0 consistent read, 1 write, 2 write unchanged, 3 resize. */
    public int bits() {
        return bits;
    }

    /** The set of one bit, 0 to 3. */
    public static Permissions ofBit(int bit) {
        return SETS[1 << bit];
    }

    /** The names, separated by commas. */
    @Override
    public String toString() {
        List<String> names = new ArrayList<>();
        for (int bit = 0; bit < NAMES.length; bit++) {
            if ((bits & 1 << bit) != 0) {
                names.add(NAMES[bit]);
            }
        }
        return String.join(", ", names);
    }
}
