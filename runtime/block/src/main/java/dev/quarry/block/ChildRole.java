package dev.quarry.block;

import java.util.Set;

/** What a child node is to its parent; a child has several. */
public enum ChildRole {
    /** Holds guest data. */
    DATA,
    /** Holds the format's own tables. */
    METADATA,
    /** Shows the very same content as the parent, which is a filter. */
    FILTERED,
    /** Supplies what the parent has not allocated. */
    COW,
    /** The child a plain reader would name first. */
    PRIMARY;

    /** The only file of an image format. */
    public static final Set<ChildRole> IMAGE = Set.of(DATA, METADATA, PRIMARY);

    /** The child of a filter. */
    public static final Set<ChildRole> FILTER = Set.of(FILTERED, PRIMARY);

    /** A window into the child. */
    public static final Set<ChildRole> WINDOW = Set.of(DATA, PRIMARY);

    /** Each role of a child in which the parent's content is. */
    static final Set<ChildRole> OF_CONTENT = Set.of(DATA, FILTERED, COW);

    /** A backing file. */
    public static final Set<ChildRole> BACKING = Set.of(COW);
}
