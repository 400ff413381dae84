package dev.quarry.nbd;

/**
 * The metadata contexts a client has selected. On the wire base:allocation is context 0 and
 * qemu:allocation-depth context 1.
 */
record NbdContexts(boolean allocation, boolean depth) {
    static final String ALLOCATION = "base:allocation";
    static final String DEPTH = "qemu:allocation-depth";
    static final int ALLOCATION_ID = 0;
    static final int DEPTH_ID = 1;

    static final NbdContexts NONE = new NbdContexts(false, false);

    boolean isEmpty() {
        return !allocation && !depth;
    }

    /** All that the export has: what a LIST without a query means. */
    static NbdContexts all(NbdExport export) {
        return new NbdContexts(true, export.offersDepth());
    }

    /**
     * These and what a query adds. A bare namespace asks for all of it where {@code namespaces}
     * says so (LIST), and for nothing otherwise (SET). Unknown queries add nothing.
     */
    NbdContexts with(String query, boolean namespaces, NbdExport export) {
        boolean base = query.equals(ALLOCATION) || (namespaces && query.equals("base:"));
        boolean deep = query.equals(DEPTH) || (namespaces && query.equals("qemu:"));
        return new NbdContexts(allocation || base, depth || (deep && export.offersDepth()));
    }
}
