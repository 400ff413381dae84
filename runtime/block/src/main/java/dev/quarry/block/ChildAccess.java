package dev.quarry.block;

import static dev.quarry.block.Permissions.CONSISTENT_READ;
import static dev.quarry.block.Permissions.NONE;
import static dev.quarry.block.Permissions.RESIZE;
import static dev.quarry.block.Permissions.WRITE;
import static dev.quarry.block.Permissions.WRITE_UNCHANGED;

/** How permissions pass from a node to its children, as far as the child's roles tell. */
public final class ChildAccess {
    private ChildAccess() {}

    /** The default of {@link BlockDriver#childAccess}. */
    public static Access byRole(BlockChild child, Access own) {
        if (child.roles().contains(ChildRole.FILTERED)) {
            return own;
        }
        if (child.roles().contains(ChildRole.COW)) {
            return backing(own);
        }
        return storage(child, own);
    }

    /** Nobody may change a backing file unless the overlay's users allow writes beside them. */
    private static Access backing(Access own) {
        Permissions shared = CONSISTENT_READ.with(WRITE_UNCHANGED);
        if (own.shared().has(WRITE)) {
            shared = shared.with(WRITE).with(RESIZE);
        }
        return new Access(own.used().and(CONSISTENT_READ), shared);
    }

    private static Access storage(BlockChild child, Access own) {
        Permissions used = own.used();
        Permissions shared = own.shared();
        if (child.roles().contains(ChildRole.METADATA)) {
            if (!child.parentIsReadOnly()) {
                used = used.with(WRITE).with(RESIZE);
            }
            used = used.with(CONSISTENT_READ);
            shared = shared.without(WRITE.with(RESIZE));
        }
        if (child.roles().contains(ChildRole.DATA)) {
            shared = shared.without(RESIZE);
            used = used.with(used.has(WRITE_UNCHANGED) ? WRITE : NONE);
            used = used.with(used.has(WRITE) ? RESIZE : NONE);
        }
        return new Access(used, shared);
    }
}
