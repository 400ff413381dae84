package dev.quarry.block;

/**
 * What one user takes on a node and what it lets the other users of that node take.
 *
 * @param used what it does
 * @param shared what others may do meanwhile
 */
public record Access(Permissions used, Permissions shared) {
    /** Does nothing and hinders nobody. */
    public static final Access IDLE = new Access(Permissions.NONE, Permissions.ALL);

    /** Both users at once: uses what either uses, shares what both share. */
    Access and(Access other) {
        return new Access(used.with(other.used), shared.and(other.shared));
    }
}
